import { useState } from 'react'

import type { RequestSummary } from '#contract/request-records.ts'
import type { BulkAct } from '#domain/worklists.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { AssigneePicker } from '#web/staff/requests/AssigneePicker.tsx'
import { assigneeWords } from '#web/staff/requests/words.ts'
import { useSession } from '#web/staff/session.ts'
import { useFields, useFieldValues } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { notify } from '#web/ui/notify.ts'

import {
  bulkWords,
  doneInWords,
  groupsOf,
  needingMessage,
  needsConfirmation,
  questionOf,
  shownConsequencesOf,
  urgentToClose,
  type Outcome,
} from './bulk-acts.ts'
import { nothingDecided, redFlagsIn, SendAgain, UrgentToClose, type BulkValues } from './BulkDecisions.tsx'
import { BulkResults } from './BulkResults.tsx'
import { ConsequencesInWords } from './ConsequencesInWords.tsx'
import { useBulkPatch } from './use-bulk-patch.ts'
import { bulkDecisionWords, bulkDialogWords as words } from './words.ts'

type BulkDialogProps = {
  act: BulkAct
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
  const urgent = urgentToClose(act, requests)
  const groups = groupsOf(requests, member.id)
  const unsent = needingMessage(act, requests)
  const fields = useFields<BulkValues>({
    id: 'bulk',
    initial: nothingDecided,
    check: ({ colleague, takeOver, confirmUrgent, sendMessage }) => ({
      colleague: act === 'assign' && !colleague ? assigneeWords.missing : undefined,
      confirmUrgent: needsConfirmation(act, groups, { takeOver, confirmUrgent }) ? bulkDecisionWords.urgentUnconfirmed : undefined,
      sendMessage: unsent.length > 0 && sendMessage === '' ? bulkDecisionWords.sendingUndecided : undefined,
    }),
    saving: patch,
  })
  const { colleague, takeOver, confirmUrgent, sendMessage } = useFieldValues(fields)
  const meant = confirmUrgent ? requests : requests.filter((request) => !urgent.includes(request))
  const { title, confirm, kind } = bulkWords[act]
  const consequences = shownConsequencesOf(act, groups, { takeOver, confirmUrgent })

  const go = (those: readonly RequestSummary[], isTakingOver: boolean) =>
    patch.mutate(
      { act, requests: those, userId: colleague?.id, takeOver: isTakingOver, confirmUrgent, sendMessage: sendMessage === 'yes' },
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
      ) : (
        <FieldsForm
          fields={fields}
          kind={kind}
          submitLabel={confirm}
          onSave={() => go(meant, takeOver)}
          isInDialog
          actions={
            <Button disabled={patch.isPending} onClick={onClose}>
              {words.cancel}
            </Button>
          }
        >
          {act === 'assign' && <AssigneePicker {...fields.bind('colleague')} />}
          {consequences.urgent > 0 && (
            <UrgentToClose count={consequences.urgent} redFlags={redFlagsIn(urgent)} {...fields.bind('confirmUrgent')} />
          )}
          {unsent.length > 0 && <SendAgain count={unsent.length} {...fields.bind('sendMessage')} />}
          <ConsequencesInWords act={act} consequences={consequences} {...fields.bind('takeOver')} />
        </FieldsForm>
      )}
    </Dialog>
  )
}
