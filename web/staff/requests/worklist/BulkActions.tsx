import { useState } from 'react'

import { BulkBar } from '#web/ui/BulkBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { notify } from '#web/ui/notify.ts'

import { bulkWords, type BulkAct } from './bulk-acts.ts'
import { BulkDialog } from './BulkDialog.tsx'
import type { useSelection } from './use-selection.ts'

const inMenu = ['unassign', 'reopen', 'mark_sent_in_error'] as const

/** What can be done with the ticked requests. The buttons stay when nothing is ticked, and say so. */
export function BulkActions({ selection }: { selection: ReturnType<typeof useSelection> }) {
  const [act, setAct] = useState<BulkAct>()
  const ask = (wanted: BulkAct) => {
    if (selection.requests.length > 0) setAct(wanted)
    else notify({ label: 'Select at least one form request first.', kind: 'warning' })
  }
  return (
    <>
      <BulkBar count={selection.selected.size} idle="Select form requests to assign or close them" onClear={selection.clear}>
        <Button size="sm" onClick={() => ask('assign')}>
          Assign
        </Button>
        <Button size="sm" kind="urgent-secondary" onClick={() => ask('close')}>
          Close
        </Button>
        <Menu
          label="More"
          size="sm"
          actions={inMenu.map((one) => ({
            id: one,
            label: bulkWords[one].button,
            isDanger: bulkWords[one].isDanger ?? false,
            onAction: () => ask(one),
          }))}
        />
      </BulkBar>
      {act && <BulkDialog key={act} act={act} requests={selection.requests} onDone={selection.remove} onClose={() => setAct(undefined)} />}
    </>
  )
}
