import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'

import type { SavedView } from '#contract/worklist.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import type { Worklist } from '#web/staff/requests/worklist/worklist-search.ts'
import { Button } from '#web/ui/Button.tsx'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import { Link } from '#web/ui/Link.tsx'
import { notify } from '#web/ui/notify.ts'

import { isOwn, useChangeViews, useMayChange, useViews } from './use-views.ts'
import { hrefOfPreset, presetShown, presetViews } from './preset-views.ts'
import { isShown, searchOf, shownBy } from './view-state.ts'
import { savedViewsWords as words } from './words.ts'

const ManageViewsDialog = lazy(async () => ({ default: (await import('./ManageViewsDialog.tsx')).ManageViewsDialog }))
const SaveViewDialog = lazy(async () => ({ default: (await import('./SaveViewDialog.tsx')).SaveViewDialog }))

const hrefOf = (view: SavedView) => pathTo('requestsList', {}, searchOf(view))

const currentOf = (views: readonly SavedView[], list: Worklist) => views.find(({ id }) => id === list.view)

/** The menu of saved views, which opens and saves them. */
export function SavedViews({ list }: { list: Worklist }) {
  const { data } = useViews()
  const views = data?.docs ?? []
  const [own, shared] = [views.filter(isOwn), views.filter((view) => !isOwn(view))]
  const mayChange = useMayChange()
  useDefaultView(views, list)
  const [asked, setAsked] = useState<'save' | 'manage'>()
  const current = currentOf(views, list)
  const preset = current ? undefined : presetShown(list.query.filters)
  const shownName = current?.name ?? preset?.name
  /** The sheet closes first: the dialog gives the focus back to the button that had it last. */
  const ask = (question: 'save' | 'manage', closeSheet: () => void) => {
    closeSheet()
    setAsked(question)
  }
  return (
    <>
      <Disclosure label={<span className="saved-views__name">{shownName === undefined ? words.views : words.current(shownName)}</span>}>
        {(close) => (
          <div className="saved-views__sheet">
            <ul>
              {shownName !== undefined && (
                <li>
                  <Link href={pathTo('requestsList')} onClick={close}>
                    {words.allRequests}
                  </Link>
                </li>
              )}
              {presetViews.map((view) => (
                <li key={view.name}>
                  <Link href={hrefOfPreset(view)} aria-current={view === preset ? 'page' : undefined} onClick={close}>
                    {view.name}
                  </Link>
                </li>
              ))}
            </ul>
            {shared.length > 0 && (
              <>
                <p className="saved-views__heading">{words.shared}</p>
                <ViewLinks views={shared} current={current} onOpen={close} />
              </>
            )}
            <p className="saved-views__heading">{words.own}</p>
            {own.length > 0 ? <ViewLinks views={own} current={current} onOpen={close} /> : <p className="muted">{words.none}</p>}
            <Button size="sm" onClick={() => ask('save', close)}>
              {words.saveNew}
            </Button>
            {views.some((view) => mayChange(view)) && (
              <Button kind="link" size="sm" onClick={() => ask('manage', close)}>
                {words.manage}
              </Button>
            )}
          </div>
        )}
      </Disclosure>
      <Suspense>
        {asked === 'save' && <SaveViewDialog shown={shownBy(list)} onClose={() => setAsked(undefined)} />}
        {asked === 'manage' && <ManageViewsDialog views={views.filter((view) => mayChange(view))} onClose={() => setAsked(undefined)} />}
      </Suspense>
    </>
  )
}

type ViewLinksProps = { views: readonly SavedView[]; current: SavedView | undefined; onOpen: () => void }

const ViewLinks = ({ views, current, onOpen }: ViewLinksProps) => (
  <ul>
    {views.map((view) => (
      <li key={view.id}>
        <Link href={hrefOf(view)} aria-current={view.id === current?.id ? 'page' : undefined} onClick={onOpen}>
          {view.name}
        </Link>
        {view.isDefault && <span className="muted"> {words.default}</span>}
        {isOwn(view) && view.isShared && <span className="muted"> {words.everyone}</span>}
      </li>
    ))}
  </ul>
)

/** Offers to save or discard changes to the open view. */
export function ChangedView({ list }: { list: Worklist }) {
  const { data } = useViews()
  const view = currentOf(data?.docs ?? [], list)
  return view && !isShown(view, shownBy(list)) ? <KeepOrDiscard view={view} list={list} /> : null
}

function KeepOrDiscard({ view, list }: { view: SavedView; list: Worklist }) {
  const { update } = useChangeViews()
  const mayChange = useMayChange()
  const save = () =>
    update.mutate(
      { view, ...shownBy(list), sort: shownBy(list).sort ?? '-createdAt' },
      {
        onSuccess: () => notify({ label: words.saved(view.name), kind: 'success' }),
        onError: (error) => notify({ label: wordsOf(error), kind: 'danger' }),
      },
    )
  return (
    <div className="changed-view">
      <span role="status">{words.changed}</span>
      {mayChange(view) && (
        <Button size="sm" isPending={update.isPending} onClick={save}>
          {view.isShared ? words.saveForEveryone : words.saveChanges}
        </Button>
      )}
      <Link href={hrefOf(view)}>{words.discardChanges}</Link>
    </div>
  )
}

/** Opens the default view when the URL has no filters. */
function useDefaultView(views: readonly SavedView[], { isAsked }: Worklist) {
  const navigate = useNavigate()
  const isDecided = useRef(isAsked)
  const first = views.find(({ isDefault }) => isDefault)
  useEffect(() => {
    if (views.length === 0 || isDecided.current) return
    isDecided.current = true
    if (first && !isAsked) void navigate({ href: hrefOf(first), replace: true })
  }, [views.length, first, isAsked, navigate])
}
