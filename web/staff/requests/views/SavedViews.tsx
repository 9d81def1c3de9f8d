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

const ManageViewsDialog = lazy(async () => ({ default: (await import('./ManageViewsDialog.tsx')).ManageViewsDialog }))
const SaveViewDialog = lazy(async () => ({ default: (await import('./SaveViewDialog.tsx')).SaveViewDialog }))

const hrefOf = (view: SavedView) => pathTo('requestsList', {}, searchOf(view))

const currentOf = (views: readonly SavedView[], list: Worklist) => views.find(({ id }) => id === list.view)

/** The worklist as one likes to see it: opened here, kept here. */
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
      <Disclosure label={<span className="saved-views__name">{current ? `View: ${current.name}` : 'Views'}</span>}>
        {(close) => (
          <div className="saved-views__sheet">
            {views.length > 0 ? (
              <ul>
                {current && (
                  <li>
                    <Link href={pathTo('requestsList')} onClick={close}>
                      All form requests
                    </Link>
                  </li>
                )}
                {views.map((view) => (
                  <li key={view.id}>
                    <Link href={hrefOf(view)} aria-current={view.id === current?.id ? 'page' : undefined} onClick={close}>
                      {view.name}
                    </Link>
                    {view.isDefault && <span className="muted"> default</span>}
                  </li>
                ))}
              </ul>
            ) : (
              <p className="muted">Save the current filters, sort order and page size under a name.</p>
            )}
            <Button size="sm" onClick={() => ask('save', close)}>
              Save as new view
            </Button>
            {views.length > 0 && (
              <Button kind="link" size="sm" onClick={() => ask('manage', close)}>
                Manage views
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

/** When what is shown is not what was kept: keep it so, or go back. */
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
        onSuccess: () => notify({ label: `View ${view.name} saved.`, kind: 'success' }),
        onError: (error) => notify({ label: wordsOf(error), kind: 'danger' }),
      },
    )
  return (
    <div className="changed-view">
      <span role="status">Changed since it was saved</span>
      <Button size="sm" isPending={update.isPending} onClick={save}>
        Save changes
      </Button>
      <Link href={hrefOf(view)}>Discard changes</Link>
    </div>
  )
}

/** Who opens Form Requests and asks for nothing in particular sees the view they chose for it. */
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
