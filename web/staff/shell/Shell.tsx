import { Outlet, useMatches, useParams, useRouteContext } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

import type { AppConfiguration } from '#contract/app-configuration.ts'
import { formatDate } from '#domain/dates.ts'
import { roleLabel } from '#domain/roles.ts'
import { checkGuard, guardOf, type Viewer } from '#domain/route-guards.ts'
import type { ScreenName } from '#domain/screen-paths.ts'
import { idleMinutes } from '#domain/sign-in-rules.ts'
import { isSystemAdministrator } from '#web/staff/auth/arrival.ts'
import { AccountMenu } from '#web/staff/layout/AccountMenu.tsx'
import { AppFrame } from '#web/staff/layout/AppFrame.tsx'
import { OrganisationLogo } from '#web/staff/organisations/logo/OrganisationLogo.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { useWaitingProof } from '#web/staff/proof/waiting-proof.ts'
import { useWatchedChanges } from '#web/staff/requests/bulk/changes/watched-changes.ts'
import { screens } from '#web/staff/screens.ts'
import { useQueueAddress } from '#web/staff/requests/details/use-queue-address.ts'
import { useSession } from '#web/staff/session.ts'
import { draftsQuery } from '#web/staff/unsaved/drafts.ts'
import { administration, screenWords, sections } from '#web/staff/words.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Breadcrumbs, type Crumb } from '#web/ui/Breadcrumbs.tsx'
import { Link } from '#web/ui/Link.tsx'

import { useOnline } from './use-online.ts'
import { shellWords } from './words.ts'

const IdleWatch = lazy(async () => ({ default: (await import('#web/staff/idle/IdleWatch.tsx')).IdleWatch }))

const ProofDialog = lazy(async () => ({ default: (await import('#web/staff/proof/ProofDialog.tsx')).ProofDialog }))

const UnsavedDrafts = lazy(async () => ({ default: (await import('#web/staff/unsaved/UnsavedDrafts.tsx')).UnsavedDrafts }))

const WatchedChanges = lazy(async () => ({ default: (await import('#web/staff/requests/bulk/changes/WatchedChanges.tsx')).WatchedChanges }))

/** The main layout: the navigation, the account menu and the banners around a screen (NAV-8). */
export function Shell() {
  const { member, organisation } = useSession()
  const { viewer, config, queryClient } = useRouteContext({ from: '/inside' })
  // The drafts were loaded with the session.
  const hasDrafts = (queryClient.getQueryData(draftsQuery.queryKey)?.docs.length ?? 0) > 0
  const screen = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen })
  const params: Record<string, string> = useParams({ strict: false })
  const watched = useWatchedChanges()
  const proof = useWaitingProof()
  const queue = useQueueAddress(screen && trailOf(screen).includes('requestDetails') ? params['id'] : undefined)
  const minutes = idleMinutes(member, organisation)
  return (
    <AppFrame
      navigation={navigationFor(viewer, config, screen && trailOf(screen, queue)[0])}
      logo={<OrganisationLogo organisation={organisation} alt="" className="app-header__logo" />}
      organisation={isSystemAdministrator(viewer) ? undefined : organisation.name}
      account={
        <AccountMenu
          name={`${member.firstName} ${member.lastName}`}
          role={roleLabel(member.role)}
          organisation={organisation.name}
          links={[
            { label: shellWords.profile, href: pathTo('profile') },
            ...administration
              .filter(([name]) => checkGuard(guardOf(name), viewer) === 'ok')
              .map(([name, label]) => ({ label, href: pathTo(name) })),
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
      {screen && <Breadcrumbs crumbs={crumbsTo(screen, viewer, params, queue)} />}
      <Outlet />
      {watched.length > 0 && (
        <Suspense>
          {/* Nothing may lie over the identity check and the questions while a patient is on the phone. */}
          <WatchedChanges ids={watched} isFloating={screen !== 'requestAnswer'} />
        </Suspense>
      )}
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

const navigationFor = (viewer: Viewer, config: AppConfiguration, current: ScreenName | undefined) =>
  sections
    .filter(([name]) => name !== 'outbox' || config.outbox)
    .filter(([name]) => screens[name] && checkGuard(guardOf(name), viewer) === 'ok')
    .map(([name, label]) => ({ label, href: pathTo(name), isCurrent: name === current }))

/**
 * The screens above this screen and the screen itself, the section first. A form request that was opened from a queue of the waiting list is under the
 * waiting list.
 */
function trailOf(screen: ScreenName, queue?: string): ScreenName[] {
  if (screen === 'requestsList' && queue !== undefined) return ['waitingList']
  const { under } = screenWords[screen]
  return under ? [...trailOf(under, queue), screen] : [screen]
}

const homeOf = (viewer: Viewer): ScreenName => (isSystemAdministrator(viewer) ? 'organisationList' : 'dashboard')

/** The breadcrumbs of a screen, starting at the home screen of the user. */
function crumbsTo(screen: ScreenName, viewer: Viewer, params: Record<string, string>, queue: string | undefined): Crumb[] {
  const home = homeOf(viewer)
  const trail = trailOf(screen, queue)
  const whole = trail.includes(home) ? trail : [home, ...trail]
  return whole
    .filter((name) => screens[name] && checkGuard(guardOf(name), viewer) === 'ok')
    .map((name) => ({
      label: screenWords[name].breadcrumb,
      href:
        name === screen
          ? undefined
          : name === 'waitingList' && queue
            ? queue
            : pathTo(name as 'organisationDetails', params as { id: string }),
    })) // the parameters of a parent screen are also in the address of this screen
}

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
