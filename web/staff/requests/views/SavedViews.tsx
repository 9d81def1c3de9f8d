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

import { useChangeViews, useViews } from './use-views.ts'
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
  useDefaultView(views, list)
  const [asked, setAsked] = useState<'save' | 'manage'>()
  const current = currentOf(views, list)
  /** The sheet closes first: the dialog gives the focus back to the button that had it last. */
  const ask = (question: 'save' | 'manage', closeSheet: () => void) => {
    closeSheet()
    setAsked(question)
  }
  return (
    <>
      <Disclosure label={<span className="saved-views__name">{current ? words.current(current.name) : words.views}</span>}>
        {(close) => (
          <div className="saved-views__sheet">
            {views.length > 0 ? (
              <ul>
                {current && (
                  <li>
                    <Link href={pathTo('requestsList')} onClick={close}>
                      {words.allRequests}
                    </Link>
                  </li>
                )}
                {views.map((view) => (
                  <li key={view.id}>
                    <Link href={hrefOf(view)} aria-current={view.id === current?.id ? 'page' : undefined} onClick={close}>
                      {view.name}
                    </Link>
                    {view.isDefault && <span className="muted"> {words.default}</span>}
                  </li>
                ))}
              </ul>
            ) : (
              <p className="muted">{words.none}</p>
            )}
            <Button size="sm" onClick={() => ask('save', close)}>
              {words.saveNew}
            </Button>
            {views.length > 0 && (
              <Button kind="link" size="sm" onClick={() => ask('manage', close)}>
                {words.manage}
              </Button>
            )}
          </div>
        )}
      </Disclosure>
      <Suspense>
        {asked === 'save' && <SaveViewDialog shown={shownBy(list)} onClose={() => setAsked(undefined)} />}
        {asked === 'manage' && <ManageViewsDialog views={views} onClose={() => setAsked(undefined)} />}
      </Suspense>
    </>
  )
}

/** Offers to save or discard changes to the open view. */
export function ChangedView({ list }: { list: Worklist }) {
  const { data } = useViews()
  const view = currentOf(data?.docs ?? [], list)
  return view && !isShown(view, shownBy(list)) ? <KeepOrDiscard view={view} list={list} /> : null
}

function KeepOrDiscard({ view, list }: { view: SavedView; list: Worklist }) {
  const { update } = useChangeViews()
  const save = () =>
    update.mutate(
      { id: view.id, ...shownBy(list), sort: shownBy(list).sort ?? '-createdAt' },
      {
        onSuccess: () => notify({ label: words.saved(view.name), kind: 'success' }),
        onError: (error) => notify({ label: wordsOf(error), kind: 'danger' }),
      },
    )
  return (
    <div className="changed-view">
      <span role="status">{words.changed}</span>
      <Button size="sm" isPending={update.isPending} onClick={save}>
        {words.saveChanges}
      </Button>
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
