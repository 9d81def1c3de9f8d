import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef } from 'react'

import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { currentRowLink } from '#web/staff/lists/SkipToList.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { DraftScreen } from '#web/staff/unsaved/draft-screen.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Panel } from '#web/ui/Panel.tsx'

import { PreviousAndNext } from './details/PreviousAndNext.tsx'
import { RequestAddress } from './details/request-address.ts'
import { loadedOnce, RequestView } from './RequestView.tsx'
import { fullName } from './worklist/request-columns.tsx'
import { readingPaneWords as words } from './words.ts'

type ReadingPaneProps = { id: string | undefined; addressOf: (id: string) => string; onClose: () => void }

/** The form request that is open beside the worklist (REQ-8). */
export function ReadingPane({ id, addressOf, onClose }: ReadingPaneProps) {
  const pane = useRef<HTMLElement>(null)
  // The next form request is read from its beginning.
  useEffect(() => {
    pane.current?.scrollTo({ top: 0 })
  }, [id])
  useEffect(() => {
    // A second press on the row whose form request is open moves the focus to the form request. It is noticed before the press opens anything.
    const enter = ({ target, ctrlKey, metaKey }: MouseEvent) => {
      const isOpen = target instanceof Element && target.closest('tr[aria-current] .data-table__link') !== null
      if (isOpen && !ctrlKey && !metaKey) headingIn(pane.current)?.focus()
    }
    document.addEventListener('click', enter, { capture: true })
    return () => document.removeEventListener('click', enter, { capture: true })
  }, [])
  const { data } = useQuery({ ...q(api.requests.get, { params: { id: id ?? '' } }), ...loadedOnce, enabled: id !== undefined })
  const isLoaded = data !== undefined
  // What had the focus in the pane went with the form request before.
  useEffect(() => {
    if (id !== undefined && document.activeElement === document.body) headingIn(pane.current)?.focus()
  }, [id, isLoaded])
  const leave = ({ key, target, defaultPrevented }: KeyboardEvent<HTMLElement>) => {
    // A dialog of the form request is drawn elsewhere.
    const isHere = target instanceof Node && pane.current?.contains(target)
    if (key === 'Escape' && isHere && !defaultPrevented) currentRowLink()?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leads back to the list from everything in the pane
    <section className="reading-pane" aria-label={words.label} ref={pane} onKeyDown={leave}>
      <span className="visually-hidden" role="status">
        {data && words.opened(fullName(data.patient))}
      </span>
      {id === undefined ? (
        <Panel>
          <EmptyState title={words.none} icon="search" action={<Button onClick={onClose}>{words.close}</Button>}>
            {words.noneText}
          </EmptyState>
        </Panel>
      ) : (
        <RequestAddress value={{ addressOf, isBeside: true }}>
          <div className="reading-pane__tools">
            {/* Shown with the form request, so that a key that is held down does not open many. */}
            {isLoaded && <PreviousAndNext id={id} />}
            <ButtonLink size="sm" kind="link" href={pathTo('requestDetails', { id })}>
              {words.whole}
            </ButtonLink>
            <Button size="sm" kind="link" onClick={onClose}>
              <Icon name="close" /> {words.close}
            </Button>
          </div>
          <DraftScreen value={draftScreenOf(id)}>
            <RequestView key={id} id={id} isBeside />
          </DraftScreen>
        </RequestAddress>
      )}
    </section>
  )
}

/** What is typed about a form request belongs to its own page, where it is found again, and is left only with the form request. */
const draftScreenOf = (id: string): DraftScreen => ({
  screen: pathTo('requestDetails', { id }),
  isLeft: (current, next) => current.pathname !== next.pathname || openIn(current) !== openIn(next),
})
const openIn = ({ search }: { search: unknown }) => (search as { open?: string }).open // of the worklist, read by the router

const headingIn = (pane: HTMLElement | null) => pane?.querySelector<HTMLElement>('h2')
