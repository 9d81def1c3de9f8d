import { useState } from 'react'

import type { RequestSummary } from '#contract/request.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { AssigneePicker, type Colleague } from '#web/staff/requests/AssigneePicker.tsx'
import { useSession } from '#web/staff/session.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'

import { bulkWords, consequencesOf, counted, type BulkAct, type Outcome } from './bulk-acts.ts'
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
  const [colleague, setColleague] = useState<Colleague | undefined>()
  const [takeOver, setTakeOver] = useState(false)
  const [isTried, setTried] = useState(false)
  const [outcomes, setOutcomes] = useState<Outcome[]>()
  const patch = useBulkPatch()
  const { title, confirm, kind } = bulkWords[act]

  const go = (those: readonly RequestSummary[], isTakingOver: boolean) => {
    setTried(true)
    if (act === 'assign' && !colleague) return
    patch.mutate(
      { act, requests: those, userId: colleague?.id, takeOver: isTakingOver },
      {
        onSuccess: (answers) => {
          const all = [...(outcomes ?? []).filter(({ id }) => !answers.some((one) => one.id === id)), ...answers]
          onDone(answers.filter(({ done }) => done).map(({ id }) => id))
          if (all.some(({ done }) => !done)) return setOutcomes(all)
          notify({ label: `${counted(all.length)} ${bulkWords[act].done}.`, kind: 'success' })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      title={outcomes ? `${title}: what was done` : `${title} ${counted(requests.length)}${act === 'assign' ? '' : '?'}`}
      isOpen
      isBusy={patch.isPending}
      onClose={onClose}
    >
      {patch.isError && <Alert kind="danger">{wordsOf(patch.error)}</Alert>}
      {outcomes ? (
        <BulkResults {...{ act, outcomes, requests, onClose }} isPending={patch.isPending} onTakeOver={(those) => go(those, true)} />
      ) : (
        <Stack>
          {act === 'assign' && (
            <AssigneePicker value={colleague} onChange={setColleague} error={isTried && !colleague ? 'User is required.' : undefined} />
          )}
          <Consequences {...{ act, requests, takeOver, setTakeOver }} memberId={member.id} />
          <DialogActions>
            <Button kind={kind} isPending={patch.isPending} onClick={() => go(requests, takeOver)}>
              {confirm}
            </Button>
            <Button disabled={patch.isPending} onClick={onClose}>
              Cancel
            </Button>
          </DialogActions>
        </Stack>
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
          {counted(already)} {already === 1 ? 'is' : 'are'} {bulkWords[act].done} already.
        </p>
      )}
      {unable > 0 && (
        <p>
          {counted(unable)} cannot be {bulkWords[act].done} as {unable === 1 ? 'it stands' : 'they stand'} and will be left as{' '}
          {unable === 1 ? 'it is' : 'they are'}.
        </p>
      )}
      {takenByOthers > 0 && (
        <Checkbox
          label={`Take over ${counted(takenByOthers)} assigned to someone else`}
          hint="Otherwise they are left as they are. Taking over is recorded."
          checked={takeOver}
          onChange={(event) => setTakeOver(event.target.checked)}
        />
      )}
    </>
  )
}
