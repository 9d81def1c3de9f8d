import type { RequestSummary } from '#contract/request-records.ts'
import type { BulkAct } from '#domain/worklists.ts'
import { wordsOf } from '#web/api/refusal.ts'
import type { Saving } from '#web/staff/use-fields.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DialogActions } from '#web/ui/Dialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'

import { bulkWords, type Outcome } from './bulk-acts.ts'
import { fullName } from '#web/staff/requests/worklist/request-columns.tsx'
import { bulkDialogWords, bulkResultWords as words } from './words.ts'

type BulkResultsProps = {
  act: BulkAct
  outcomes: readonly Outcome[]
  requests: readonly RequestSummary[]
  saving: Saving
  onTakeOver: (requests: RequestSummary[]) => void
  onClose: () => void
}

/** The number of form requests that were changed, and the reason for each that was not. */
export function BulkResults({ act, outcomes, requests, saving, onTakeOver, onClose }: BulkResultsProps) {
  const requestOf = (id: string) => requests.find((request) => request.id === id)
  const notDone = outcomes.filter(({ done }) => !done)
  const taken = notDone.flatMap(({ id, code }) => (code === 'taken_control' ? (requestOf(id) ?? []) : []))
  const doneCount = outcomes.filter(({ done, already }) => done && !already).length
  return (
    <Stack>
      <Alert kind={doneCount > 0 ? 'warning' : 'danger'}>{words.summary(doneCount, notDone.length, bulkWords[act].done)}</Alert>
      <ul className="bulk-results">
        {notDone.map(({ id, reason }) => {
          const request = requestOf(id)
          return (
            <li key={id}>
              <b>{request ? fullName(request.patient) : words.unknown}</b>
              {request && <span className="muted"> · {request.form.title}</span>}
              <br />
              {reason}
            </li>
          )
        })}
      </ul>
      {saving.isError && <Alert kind="danger">{wordsOf(saving.error)}</Alert>}
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          {bulkDialogWords.done}
        </Button>
        {taken.length > 0 && (
          <Button isPending={saving.isPending} onClick={() => onTakeOver(taken)}>
            {words.takeOver(bulkWords[act].confirm, taken.length)}
          </Button>
        )}
      </DialogActions>
    </Stack>
  )
}
