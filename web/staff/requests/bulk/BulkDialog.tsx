import { useState } from 'react'

import type { RequestSummary } from '#contract/request-records.ts'
import type { BulkRequestAct } from '#domain/worklists.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { AssigneePicker } from '#web/staff/requests/AssigneePicker.tsx'
import { assigneeWords } from '#web/staff/requests/words.ts'
import { useOutcomes } from '#web/staff/requests/closing/use-outcomes.ts'
import { fullName } from '#web/staff/requests/worklist/request-columns.tsx'
import { useSession } from '#web/staff/session.ts'
import { type Saving, useFields, useFieldValues } from '#web/staff/use-fields.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'

import {
  BulkOutcome,
  isOutcomeRequired,
  type BulkValues,
  nothingDecided,
  outcomeProblem,
  OutcomesNotReady,
  redFlagsIn,
  SendAgain,
  UrgentToClose,
} from './BulkDecisions.tsx'
import { ConsequencesInWords } from './ConsequencesInWords.tsx'
import { bulkWords } from './bar-words.ts'
import { doneInWords, groupsOf, needingMessage, needsConfirmation, questionOf, shownConsequencesOf, urgentToClose } from './bulk-acts.ts'
import type { Outcome } from './patches.ts'
import { useBulkPatch } from './use-bulk-patch.ts'
import { bulkDecisionWords, bulkDialogWords, bulkResultWords } from './words.ts'

type BulkDialogProps = {
  act: BulkRequestAct
  requests: readonly RequestSummary[]
  onClose: () => void
  /** Removes the changed form requests from the selection. */
  onDone: (ids: string[]) => void
}

/** Shows the number of form requests and the consequences, then the result of each. */
export function BulkDialog({ act, requests: selected, onClose, onDone }: BulkDialogProps) {
  const [requests] = useState(selected) // the selection shrinks as they are done; the question stays
  const { member } = useSession()
  const [outcomes, setOutcomes] = useState<Outcome[]>()
  const patch = useBulkPatch()
  const choices = useOutcomes()
  const isReady = act !== 'close' || choices.data !== undefined
  const urgent = urgentToClose(act, requests)
  const groups = groupsOf(requests, member.id)
  const unsent = needingMessage(act, requests)
  const fields = useFields<BulkValues>({
    id: 'bulk',
    initial: nothingDecided,
    check: ({ colleague, takeOver, confirmUrgent, outcomeId, sendMessage }) => ({
      colleague: act === 'assign' && !colleague ? assigneeWords.missing : undefined,
      outcomeId: act === 'close' ? outcomeProblem(choices.data?.docs ?? [], { confirmUrgent, outcomeId }) : undefined,
      confirmUrgent: needsConfirmation(act, groups, { takeOver, confirmUrgent }) ? bulkDecisionWords.urgentUnconfirmed : undefined,
      sendMessage: unsent.length > 0 && sendMessage === '' ? bulkDecisionWords.sendingUndecided : undefined,
    }),
    saving: patch,
  })
  const { colleague, takeOver, confirmUrgent, outcomeId, sendMessage } = useFieldValues(fields)
  const meant = confirmUrgent ? requests : requests.filter((request) => !urgent.includes(request))
  const { title, confirm, kind } = bulkWords[act]
  const consequences = shownConsequencesOf(act, groups, { takeOver, confirmUrgent })

  const go = (those: readonly RequestSummary[], isTakingOver: boolean) =>
    patch.mutate(
      {
        act,
        requests: those,
        userId: colleague?.id,
        takeOver: isTakingOver,
        confirmUrgent,
        outcomeId,
        sendMessage: sendMessage === 'yes',
      },
      {
        onSuccess: (answers) => {
          const all = [...(outcomes ?? []).filter(({ id }) => !answers.some((one) => one.id === id)), ...answers]
          onDone(answers.filter(({ done }) => done).map(({ id }) => id))
          if (all.some(({ done }) => !done)) return setOutcomes(all)
          notify({ label: doneInWords(act, all), kind: 'success' })
          onClose()
        },
      },
    )
  return (
    <Dialog title={outcomes ? `${title}: results` : questionOf(act, consequences)} isOpen isBusy={patch.isPending} onClose={onClose}>
      {outcomes ? (
        <BulkResults {...{ act, outcomes, requests, onClose }} saving={patch} onTakeOver={(those) => go(those, true)} />
      ) : !isReady ? (
        <OutcomesNotReady of={choices} />
      ) : (
        <FieldsForm
          fields={fields}
          kind={kind}
          submitLabel={confirm}
          onSave={() => go(meant, takeOver)}
          isInDialog
          actions={
            <Button disabled={patch.isPending} onClick={onClose}>
              {bulkDialogWords.cancel}
            </Button>
          }
        >
          {act === 'assign' && <AssigneePicker {...fields.bind('colleague')} />}
          {consequences.urgent > 0 && (
            <UrgentToClose count={consequences.urgent} redFlags={redFlagsIn(urgent)} {...fields.bind('confirmUrgent')} />
          )}
          {act === 'close' && (
            <BulkOutcome
              outcomes={choices.data?.docs ?? []}
              isRequired={isOutcomeRequired(choices.data?.docs ?? [], confirmUrgent)}
              {...fields.bind('outcomeId')}
            />
          )}
          {unsent.length > 0 && <SendAgain count={unsent.length} {...fields.bind('sendMessage')} />}
          <ConsequencesInWords act={act} consequences={consequences} {...fields.bind('takeOver')} />
        </FieldsForm>
      )}
    </Dialog>
  )
}

type BulkResultsProps = {
  act: BulkRequestAct
  outcomes: readonly Outcome[]
  requests: readonly RequestSummary[]
  saving: Saving
  onTakeOver: (requests: RequestSummary[]) => void
  onClose: () => void
}

/** The number of form requests that were changed, and the reason for each that was not. */
function BulkResults({ act, outcomes, requests, saving, onTakeOver, onClose }: BulkResultsProps) {
  const requestOf = (id: string) => requests.find((request) => request.id === id)
  const notDone = outcomes.filter(({ done }) => !done)
  const taken = notDone.flatMap(({ id, code }) => (code === 'taken_control' ? (requestOf(id) ?? []) : []))
  const doneCount = outcomes.filter(({ done, already }) => done && !already).length
  return (
    <Stack>
      <Alert kind={doneCount > 0 ? 'warning' : 'danger'}>{bulkResultWords.summary(doneCount, notDone.length, bulkWords[act].done)}</Alert>
      <ul className="bulk-results">
        {notDone.map(({ id, reason }) => {
          const request = requestOf(id)
          return (
            <li key={id}>
              <b>{request ? fullName(request.patient) : bulkResultWords.unknown}</b>
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
            {bulkResultWords.takeOver(bulkWords[act].confirm, taken.length)}
          </Button>
        )}
      </DialogActions>
    </Stack>
  )
}
