import { lazy, Suspense } from 'react'

import { type BulkAct, isMessageAct, maxMessagesPerBulkChange } from '#domain/worklists.ts'
import type { Worklist } from '#web/staff/requests/worklist/worklist-search.ts'
import { BulkBar } from '#web/ui/BulkBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Menu } from '#web/ui/Menu.tsx'

import { bulkBarWords, bulkWords, selectAllWords } from './bar-words.ts'
import type { Selected } from './use-selection.ts'

const BulkAllDialog = lazy(async () => ({ default: (await import('./BulkAllDialog.tsx')).BulkAllDialog }))
const BulkMessagesDialog = lazy(async () => ({ default: (await import('./BulkMessagesDialog.tsx')).BulkMessagesDialog }))
const BulkDialog = lazy(async () => ({ default: (await import('./BulkDialog.tsx')).BulkDialog }))

const inMenu = ['unassign', 'reopen', 'send', 'remind', 'queue_letter', 'cancel_message', 'mark_sent_in_error'] as const

type BulkActionsProps = {
  selection: Selected
  list: Worklist
  /** How many form requests match; undefined where the count stopped at its limit. */
  total: number | undefined
  /** The action whose dialog is open, chosen with a button here or a key in the list. */
  act: BulkAct | undefined
  onAct: (act: BulkAct | undefined) => void
}

/** The actions on the selected form requests, shown while there are any. Their dialogs are also opened by keys in the list. */
export function BulkActions({ selection, list, total, act, onAct: setAct }: BulkActionsProps) {
  const { isAll, selected } = selection
  return (
    <>
      {selected.size > 0 && (
        <BulkBar
          count={isAll && total !== undefined ? total : selected.size}
          note={<AllThatMatch selection={selection} total={total} />}
          onClear={selection.clear}
        >
          <Button size="sm" onClick={() => setAct('assign')}>
            {bulkBarWords.assign}
          </Button>
          <Button size="sm" kind="urgent-secondary" onClick={() => setAct('close')}>
            {bulkBarWords.close}
          </Button>
          <Menu
            label={bulkBarWords.more}
            size="sm"
            actions={inMenu.map((menuAct) => ({
              id: menuAct,
              label: bulkWords[menuAct].button,
              isDanger: bulkWords[menuAct].isDanger ?? false,
              onAction: () => setAct(menuAct),
            }))}
          />
        </BulkBar>
      )}
      <Suspense>
        {act && isMessageAct(act) && (
          <BulkMessagesDialog
            key={act}
            act={act}
            requests={isAll ? undefined : [...selected]}
            filters={isAll ? (list.query.filters ?? {}) : undefined}
            onBegun={selection.clear}
            onClose={() => setAct(undefined)}
          />
        )}
        {act && !isMessageAct(act) && isAll && (
          <BulkAllDialog
            key={act}
            act={act}
            filters={list.query.filters ?? {}}
            onBegun={selection.clear}
            onClose={() => setAct(undefined)}
          />
        )}
        {act && !isMessageAct(act) && !isAll && (
          <BulkDialog key={act} act={act} requests={selection.requests} onDone={selection.remove} onClose={() => setAct(undefined)} />
        )}
      </Suspense>
    </>
  )
}

/** When every row of a page is selected, offers to select all form requests that match the filters, on every page. */
function AllThatMatch({ selection, total }: { selection: Selected; total: number | undefined }) {
  const { isAll, isWholePage, selected } = selection
  if (!isAll && (!isWholePage || (total !== undefined && total <= selected.size))) return null
  return (
    <span className="bulk-bar__note" role="status">
      {isAll ? (
        selectAllWords.allSelected(total)
      ) : total === undefined || total > maxMessagesPerBulkChange ? (
        <>
          {selectAllWords.pageSelected} {selectAllWords.tooMany(total)}
        </>
      ) : (
        <>
          {selectAllWords.pageSelected}{' '}
          <Button kind="link" size="sm" onClick={selection.chooseAll}>
            {selectAllWords.selectAll(total)}
          </Button>
        </>
      )}
    </span>
  )
}
