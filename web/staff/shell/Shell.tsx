import { Outlet, useMatches, useParams, useRouteContext } from '@tanstack/react-router'
import { Suspense } from 'react'

import type { AppConfiguration } from '#contract/app-configuration.ts'
import type { WaitingWork } from '#contract/notices.ts'
import { formatDate } from '#domain/dates.ts'
import { roleLabel } from '#domain/roles.ts'
import { checkGuard, guardOf, type Viewer } from '#domain/route-guards.ts'
import type { ScreenName } from '#domain/screen-paths.ts'
import { idleMinutes } from '#domain/sign-in-rules.ts'
import { isSystemAdministrator } from '#web/staff/auth/arrival.ts'
import { type Overlay, useGlobalKeys } from '#web/staff/keys/use-global-keys.ts'
import { AccountMenu } from '#web/staff/layout/AccountMenu.tsx'
import { AppFrame } from '#web/staff/layout/AppFrame.tsx'
import { OrganisationLogo } from '#web/staff/organisations/logo/OrganisationLogo.tsx'
import { useWaitingWork } from '#web/staff/notices/waiting-work.ts'
import { waitingWords } from '#web/staff/notices/waiting-words.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useWaitingProof } from '#web/staff/proof/waiting-proof.ts'
import { useWatchedChanges } from '#web/staff/requests/bulk/changes/watched-changes.ts'
import { screens } from '#web/staff/screens.ts'
import { useListAddress } from '#web/staff/requests/details/use-list-address.ts'
import { useSession } from '#web/staff/session.ts'
import { draftsQuery } from '#web/staff/unsaved/drafts.ts'
import { accountPages, screenWords, sections } from '#web/staff/words.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Breadcrumbs, type Crumb } from '#web/ui/Breadcrumbs.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Link } from '#web/ui/Link.tsx'

import { lazyPart } from './lazy-part.ts'
import { useOnline } from './use-online.ts'
import { shellWords } from './words.ts'

const IdleWatch = lazyPart(async () => (await import('#web/staff/idle/IdleWatch.tsx')).IdleWatch)

const SearchDialog = lazyPart(async () => (await import('#web/staff/search/SearchDialog.tsx')).SearchDialog)
const ShortcutsDialog = lazyPart(async () => (await import('#web/staff/keys/ShortcutsDialog.tsx')).ShortcutsDialog)

const ProofDialog = lazyPart(async () => (await import('#web/staff/proof/ProofDialog.tsx')).ProofDialog)

const UnsavedDrafts = lazyPart(async () => (await import('#web/staff/unsaved/UnsavedDrafts.tsx')).UnsavedDrafts)

const WatchedChanges = lazyPart(async () => (await import('#web/staff/requests/bulk/changes/WatchedChanges.tsx')).WatchedChanges)

/** The main layout: the navigation, the account menu and the banners around a screen (NAV-8). */
export function Shell() {
  const { member, organisation, can } = useSession()
  const { viewer, config, queryClient } = useRouteContext({ from: '/inside' })
  // The drafts were loaded with the session.
  const hasDrafts = (queryClient.getQueryData(draftsQuery.queryKey)?.docs.length ?? 0) > 0
  const screen = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen })
  const params: Record<string, string> = useParams({ strict: false })
  const watched = useWatchedChanges()
  const proof = useWaitingProof()
  const from = useListAddress(screen && trailOf(screen).includes('requestDetails') ? params['id'] : undefined)
  const minutes = idleMinutes(member, organisation)
  const work = useWaitingWork()
  const { overlay, open, close, takeTypedAhead } = useGlobalKeys()
  return (
    <AppFrame
      navigation={navigationFor(viewer, config, { current: screen && trailOf(screen, from)[0], work })}
      logo={<OrganisationLogo organisation={organisation} alt="" className="app-header__logo" />}
      organisation={isSystemAdministrator(viewer) ? undefined : organisation.name}
      tools={<HeaderTools onOpen={open} unread={can('formRequest:read') ? (work?.unread ?? 0) : undefined} />}
      account={
        <AccountMenu
          name={`${member.firstName} ${member.lastName}`}
          role={roleLabel(member.role)}
          organisation={organisation.name}
          links={[
            { label: shellWords.profile, href: pathTo('profile') },
            ...accountPages
              .filter(([name]) => checkGuard(guardOf(name), viewer) === 'ok')
              .map(([name, label]) => ({ label, href: pathTo(name) })),
            { label: shellWords.help, href: pathTo('help') },
            { label: shellWords.signOut, href: pathTo('logout') },
          ]}
        />
      }
      banner={
        <>
          <OfflineBanner />
          <SecondFactorBanner />
        </>
      }
      version={config.version}
    >
      {hasDrafts && screen === homeOf(viewer) && (
        <Suspense>
          <UnsavedDrafts />
        </Suspense>
      )}
      {screen && <Breadcrumbs crumbs={crumbsTo(screen, viewer, params, from)} />}
      <Outlet />
      {watched.length > 0 && (
        <Suspense>
          {/* Nothing may lie over the identity check and the questions while a patient is on the phone. */}
          <WatchedChanges ids={watched} isFloating={screen !== 'requestAnswer'} />
        </Suspense>
      )}
      <Suspense>
        {overlay === 'search' && <SearchDialog viewer={viewer} takeTypedAhead={takeTypedAhead} onClose={close} />}
        {overlay === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      </Suspense>
      {proof && (
        <Suspense>
          <ProofDialog onEnd={proof.end} />
        </Suspense>
      )}
      {minutes !== undefined && (
        <Suspense>
          <IdleWatch minutes={minutes} />
        </Suspense>
      )}
    </AppFrame>
  )
}

type Opened = { current: ScreenName | undefined; work: WaitingWork | undefined }

const navigationFor = (viewer: Viewer, config: AppConfiguration, { current, work }: Opened) =>
  sections
    .filter(([name]) => name !== 'outbox' || config.outbox)
    .filter(([name]) => screens[name] && checkGuard(guardOf(name), viewer) === 'ok')
    .map(([name, label]) => ({
      label,
      href: pathTo(name),
      isCurrent: name === current,
      ...(name === 'requestsList' && work && { counts: { mine: work.toReview, urgent: work.urgent, words: waitingWords.work(work) } }),
    }))

type OpenedFrom = ReturnType<typeof useListAddress>

/**
 * The screens above this screen and the screen itself, the section first. A form request that was opened from a queue of the waiting list is under the
 * waiting list.
 */
function trailOf(screen: ScreenName, from?: OpenedFrom): ScreenName[] {
  if (screen === 'requestsList' && from?.list === 'waitingList') return ['waitingList']
  const { under } = screenWords[screen]
  return under ? [...trailOf(under, from), screen] : [screen]
}

const homeOf = (viewer: Viewer): ScreenName => (isSystemAdministrator(viewer) ? 'organisationList' : 'dashboard')

/** The breadcrumbs of a screen, starting at the home screen of the user. */
function crumbsTo(screen: ScreenName, viewer: Viewer, params: Record<string, string>, from: OpenedFrom): Crumb[] {
  const home = homeOf(viewer)
  const trail = trailOf(screen, from)
  const whole = trail.includes(home) ? trail : [home, ...trail]
  return whole
    .filter((name) => screens[name] && checkGuard(guardOf(name), viewer) === 'ok')
    .map((name) => ({
      label: screenWords[name].breadcrumb,
      href:
        name === screen
          ? undefined
          : from && (name === 'waitingList' || name === 'requestsList')
            ? from.address
            : pathTo(name as 'organisationDetails', params as { id: string }),
    })) // the parameters of a parent screen are also in the address of this screen
}

/** The search and the shortcuts, for users who do not know their keys. */
type HeaderToolsProps = {
  onOpen: (overlay: Overlay) => void
  /** 0 until it is known; undefined for users without notices */ unread: number | undefined
}

const HeaderTools = ({ onOpen, unread }: HeaderToolsProps) => (
  <>
    {unread !== undefined && (
      <Link className="header-tool" href={pathTo('notices')} aria-label={waitingWords.bell(unread)}>
        <Icon name="bell" />
        {unread > 0 && <span className="header-tool__new" />}
      </Link>
    )}
    <button
      type="button"
      className="header-tool"
      aria-label={shellWords.search}
      aria-keyshortcuts="Control+K"
      title={shellWords.searchTip}
      onClick={() => onOpen('search')}
    >
      <Icon name="search" />
    </button>
    <button
      type="button"
      className="header-tool header-tool--keys"
      aria-label={shellWords.shortcuts}
      title={shellWords.shortcutsTip}
      onClick={() => onOpen('shortcuts')}
    >
      <kbd>?</kbd>
    </button>
  </>
)

/** A warning on every screen while the browser is offline (ERR-3). */
function OfflineBanner() {
  const isOnline = useOnline()
  return isOnline ? null : <Alert kind="warning">{shellWords.offline}</Alert>
}

/** A reminder on every screen for users who must set up a second factor by a certain day. */
function SecondFactorBanner() {
  const { secondFactorDue } = useSession().member
  if (secondFactorDue === null) return null
  return (
    <Alert kind="warning">
      {shellWords.secondFactor(formatDate(secondFactorDue))} <Link href={pathTo('profileSecurity')}>{shellWords.setUpSecondFactor}</Link>
    </Alert>
  )
}
