import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { WaitingLetter } from '#contract/letters.ts'
import { formatDateTime } from '#domain/moments.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { ListTable } from '#web/staff/lists/ListPanel.tsx'
import type { List } from '#web/staff/lists/use-list-search.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useRefreshRequests } from '#web/staff/requests/refresh-requests.ts'
import { isTaken, takenWords } from '#web/staff/requests/taken-control.ts'
import { fullName } from '#web/staff/requests/worklist/request-columns.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Link } from '#web/ui/Link.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import type { Column } from '#web/ui/data-table.ts'
import { notify } from '#web/ui/notify.ts'
import { conflictWords } from '#web/staff/requests/words.ts'

import { waitingListWords, waitingWords as words } from './words.ts'

const columns: Column<WaitingLetter>[] = [
  {
    id: 'patient',
    header: words.columns.patient,
    cell: ({ patient, requestId }) => <Link href={pathTo('requestDetails', { id: requestId })}>{fullName(patient)}</Link>,
    isRowHeader: true,
  },
  {
    id: 'form',
    header: words.columns.form,
    cell: ({ category, formTitle }) => (
      <span className="break">{category === 'removal_approved' ? words.removal(formTitle) : formTitle}</span>
    ),
  },
  { id: 'queued', header: words.columns.queued, cell: ({ queuedAt }) => formatDateTime(queuedAt), sortBy: 'createdAt', isNowrap: true },
  {
    id: 'problem',
    header: words.columns.problem,
    cell: ({ problem, patient }) => problem && <Link href={pathTo('patientManage', { id: patient.id })}>{problem}</Link>,
  },
  {
    id: 'actions',
    header: words.columns.actions,
    isHeaderHidden: true,
    align: 'end',
    cell: (letter) => <CancelLetter letter={letter} />,
  },
]

type WaitingLettersProps = { list: List; found: Parameters<typeof ListTable<WaitingLetter>>[0]['found'] }

export const WaitingLetters = ({ list, found }: WaitingLettersProps) => (
  <ListTable {...waitingListWords} list={list} found={found} columns={columns} rowId={({ id }) => id} />
)

function CancelLetter({ letter: { requestId, category, patient } }: { letter: WaitingLetter }) {
  const [isOpen, setOpen] = useState(false)
  const queryClient = useQueryClient()
  const refresh = useRefreshRequests()
  const cancel = useMutation({
    mutationFn: (takeOver: boolean) => api.requests.cancelMessage({ params: { id: requestId }, body: { takeOver } }),
    onSuccess: () => {
      notify({ label: words.cancelled, kind: 'success' })
      setOpen(false)
    },
    onSettled: () => Promise.all([refresh(), queryClient.invalidateQueries({ queryKey: [api.letters.list.key] })]),
  })
  const isWithColleague = isTaken(cancel.error)
  const close = () => {
    setOpen(false)
    cancel.reset()
  }
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {words.cancel}
        <VisuallyHidden>{words.cancelLetter(fullName(patient))}</VisuallyHidden>
      </Button>
      <ConfirmDialog
        title={words.cancelTitle}
        isOpen={isOpen}
        confirmLabel={isWithColleague ? conflictWords.continue : words.confirmCancel}
        closeLabel={words.keep}
        isPending={cancel.isPending}
        error={cancel.error ? (isTaken(cancel.error) ? takenWords(cancel.error) : wordsOf(cancel.error)) : undefined}
        onClose={close}
        onConfirm={() => cancel.mutate(isWithColleague)}
      >
        <p>{(category === 'removal_approved' ? words.cancelRemovalText : words.cancelText)(fullName(patient))}</p>
      </ConfirmDialog>
    </>
  )
}
