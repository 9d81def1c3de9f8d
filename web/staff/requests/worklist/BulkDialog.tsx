import { useState } from 'react'

import type { RequestSummary } from '#contract/request.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { AssigneePicker, assigneeMissing, type Colleague } from '#web/staff/requests/AssigneePicker.tsx'
import { useSession } from '#web/staff/session.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { notify } from '#web/ui/notify.ts'

import { bulkWords, consequencesOf, countedRequests, type BulkAct, type Outcome } from './bulk-acts.ts'
import { BulkResults } from './BulkResults.tsx'
import { useBulkPatch } from './use-bulk-patch.ts'

type BulkDialogProps = {
  act: BulkAct
  requests: readonly RequestSummary[]
  onClose: () => void
  /** Those that were done leave the selection. */
  onDone: (ids: string[]) => void
}

/** Numbers and consequences first, then what became of each. */
export function BulkDialog({ act, requests: selected, onClose, onDone }: BulkDialogProps) {
  const [requests] = useState(selected) // the selection shrinks as they are done; the question stays
  const { member } = useSession()
  const [outcomes, setOutcomes] = useState<Outcome[]>()
  const patch = useBulkPatch()
  const fields = useFields<{ colleague: Colleague | undefined; takeOver: boolean }>({
    id: 'bulk',
    initial: { colleague: undefined, takeOver: false },
    check: ({ colleague }) => ({ colleague: act === 'assign' && !colleague ? assigneeMissing : undefined }),
    saving: patch,
  })
  const { colleague, takeOver } = fields.values
  const { title, confirm, kind } = bulkWords[act]

  const go = (those: readonly RequestSummary[], isTakingOver: boolean) =>
    patch.mutate(
      { act, requests: those, userId: colleague?.id, takeOver: isTakingOver },
      {
        onSuccess: (answers) => {
          const all = [...(outcomes ?? []).filter(({ id }) => !answers.some((one) => one.id === id)), ...answers]
          onDone(answers.filter(({ done }) => done).map(({ id }) => id))
          if (all.some(({ done }) => !done)) return setOutcomes(all)
          notify({ label: `${countedRequests(all.length)} ${bulkWords[act].done}.`, kind: 'success' })
          onClose()
        },
      },
    )
  return (
    <Dialog
      title={outcomes ? `${title}: what was done` : `${title} ${countedRequests(requests.length)}${act === 'assign' ? '' : '?'}`}
      isOpen
      isBusy={patch.isPending}
      onClose={onClose}
    >
      {outcomes ? (
        <BulkResults {...{ act, outcomes, requests, onClose }} saving={patch} onTakeOver={(those) => go(those, true)} />
      ) : (
        <FieldsForm
          fields={fields}
          kind={kind}
          submitLabel={confirm}
          onSave={() => go(requests, takeOver)}
          isInDialog
          actions={
            <Button disabled={patch.isPending} onClick={onClose}>
              Cancel
            </Button>
          }
        >
          {act === 'assign' && <AssigneePicker {...fields.chosen('colleague')} />}
          <Consequences {...{ act, requests, takeOver }} setTakeOver={fields.chosen('takeOver').onChange} memberId={member.id} />
        </FieldsForm>
      )}
    </Dialog>
  )
}

type ConsequencesProps = {
  act: BulkAct
  requests: readonly RequestSummary[]
  memberId: string
  takeOver: boolean
  setTakeOver: (takeOver: boolean) => void
}

function Consequences({ act, requests, memberId, takeOver, setTakeOver }: ConsequencesProps) {
  const { able, already, unable, waiting, takenByOthers } = consequencesOf(act, requests, memberId)
  const isEnding = act === 'close' || act === 'mark_sent_in_error'
  return (
    <>
      {isEnding && waiting > 0 && (
        <p>
          <b>{waiting.toLocaleString('en-GB')}</b> {waiting === 1 ? 'has' : 'have'} not been answered yet: the patient will no longer be
          able to.
        </p>
      )}
      {act === 'reopen' && able > 0 && <p>They return to where they stood: patients who have not answered can do so again.</p>}
      {already > 0 && (
        <p>
          {countedRequests(already)} {already === 1 ? 'is' : 'are'} {bulkWords[act].done} already.
        </p>
      )}
      {unable > 0 && (
        <p>
          {countedRequests(unable)} cannot be {bulkWords[act].done} as {unable === 1 ? 'it stands' : 'they stand'} and will be left as{' '}
          {unable === 1 ? 'it is' : 'they are'}.
        </p>
      )}
      {takenByOthers > 0 && (
        <Checkbox
          label={`Take over ${countedRequests(takenByOthers)} assigned to someone else`}
          hint="Otherwise they are left as they are. Taking over is recorded."
          checked={takeOver}
          onChange={(event) => setTakeOver(event.target.checked)}
        />
      )}
    </>
  )
}
