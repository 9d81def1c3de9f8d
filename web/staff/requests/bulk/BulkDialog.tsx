import { useState } from 'react'

import type { RequestSummary } from '#contract/request.ts'
import type { BulkAct } from '#domain/bulk-change.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { AssigneePicker, assigneeMissing, type Colleague } from '#web/staff/requests/AssigneePicker.tsx'
import { useSession } from '#web/staff/session.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { notify } from '#web/ui/notify.ts'

import { bulkWords, consequencesOf, countedRequests, groupsOf, questionOf, type Outcome } from './bulk-acts.ts'
import { BulkResults } from './BulkResults.tsx'
import { ConsequencesInWords } from './ConsequencesInWords.tsx'
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
  const consequences = consequencesOf(act, groupsOf(requests, member.id), takeOver)

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
    <Dialog title={outcomes ? `${title}: what was done` : questionOf(act, consequences)} isOpen isBusy={patch.isPending} onClose={onClose}>
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
          <ConsequencesInWords act={act} consequences={consequences} takeOver={fields.chosen('takeOver')} />
        </FieldsForm>
      )}
    </Dialog>
  )
}
