import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

import type { BulkAct } from '#domain/worklists.ts'
import { pathTo } from '#web/staff/paths.ts'
import type { Worklist } from '#web/staff/requests/worklist/worklist-search.ts'
import { BulkBar } from '#web/ui/BulkBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { notify } from '#web/ui/notify.ts'

import { AllThatMatch } from './AllThatMatch.tsx'
import { bulkWords } from './bulk-acts.ts'
import type { Selected } from './use-selection.ts'
import { bulkBarWords as words } from './words.ts'

const BulkAllDialog = lazy(async () => ({ default: (await import('./BulkAllDialog.tsx')).BulkAllDialog }))
const BulkDialog = lazy(async () => ({ default: (await import('./BulkDialog.tsx')).BulkDialog }))

const inMenu = ['unassign', 'reopen', 'mark_sent_in_error'] as const

type BulkActionsProps = {
  selection: Selected
  list: Worklist
  /** How many form requests match; undefined where the count stopped at its limit. */
  total: number | undefined
  /** The action whose dialog is open, chosen with a button here or a key in the list. */
  act: BulkAct | undefined
  onAct: (act: BulkAct | undefined) => void
}

/** The actions on the selected form requests. Without a selection the buttons ask for one. */
export function BulkActions({ selection, list, total, act, onAct: setAct }: BulkActionsProps) {
  const { isAll, selected } = selection
  const navigate = useNavigate()
  const ask = (wanted: BulkAct) => {
    if (selected.size > 0) setAct(wanted)
    else notify({ label: words.selectFirst, kind: 'warning' })
  }
  return (
    <>
      <BulkBar count={isAll && total !== undefined ? total : selected.size} idle={words.idle} onClear={selection.clear}>
        <Button size="sm" onClick={() => ask('assign')}>
          {words.assign}
        </Button>
        <Button size="sm" kind="urgent-secondary" onClick={() => ask('close')}>
          {words.close}
        </Button>
        <Menu
          label={words.more}
          size="sm"
          actions={[
            ...inMenu.map((menuAct) => ({
              id: menuAct,
              label: bulkWords[menuAct].button,
              isDanger: bulkWords[menuAct].isDanger ?? false,
              onAction: () => ask(menuAct),
            })),
            { id: 'earlier', label: words.earlier, onAction: () => void navigate({ href: pathTo('requestBulkList') }) },
          ]}
        />
      </BulkBar>
      <AllThatMatch selection={selection} total={total} />
      <Suspense>
        {act && isAll && (
          <BulkAllDialog
            key={act}
            act={act}
            filters={list.query.filters ?? {}}
            onBegun={selection.clear}
            onClose={() => setAct(undefined)}
          />
        )}
        {act && !isAll && (
          <BulkDialog key={act} act={act} requests={selection.requests} onDone={selection.remove} onClose={() => setAct(undefined)} />
        )}
      </Suspense>
    </>
  )
}
