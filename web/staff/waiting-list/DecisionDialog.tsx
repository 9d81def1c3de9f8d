import { useMutation, useQuery } from '@tanstack/react-query'

import type { WaitingListEntry } from '#contract/waiting-list.ts'
import type { WaitingListQueue } from '#domain/waiting-list-queues.ts'
import { maxDecisionNoteLength, maxWaitingListDecisions, type WaitingListDecision } from '#domain/waiting-list.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { TextArea } from '#web/staff/form-fields.tsx'
import { useRefreshRequests } from '#web/staff/requests/refresh-requests.ts'
import { fullName } from '#web/staff/requests/worklist/request-columns.tsx'
import { useFields } from '#web/staff/use-fields.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useCtrlEnter } from '#web/ui/ctrl-enter.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { notify } from '#web/ui/notify.ts'

import { RemovalReview } from './RemovalReview.tsx'
import { decisionDialogWords as words, refusedWords, removalReviewWords, wordsOfDecision } from './words.ts'

/** A form request that was not decided, and why not. */
export type Refused = { id: string; patient: string; reason: string }

type Requests = NonNullable<Parameters<typeof api.waitingList.decide>[0]>['body']['requests']
type DecisionDialogProps = {
  queue: WaitingListQueue
  decision: WaitingListDecision
  /** How many form requests are selected. */
  count: number
  requests: Requests
  /** The selected rows that were loaded. */
  entries: readonly Pick<WaitingListEntry, 'id' | 'patient'>[]
  /** Whether another form request follows in the list that the user came from. */
  hasNext?: boolean
  onDone: (refused: Refused[], options: { thenNext: boolean }) => void
  onClose: () => void
}

export function DecisionDialog({ queue, decision, count, requests, entries, hasNext = false, onDone, onClose }: DecisionDialogProps) {
  const { button, title, text, done } = wordsOfDecision(queue, decision)
  const refresh = useRefreshRequests()
  const decide = useMutation({
    mutationFn: ({ note }: { note: string; thenNext: boolean }) => api.waitingList.decide({ body: { queue, decision, note, requests } }),
    onSuccess: (result, { thenNext }) => {
      if (result.done > 0) notify({ label: done(result.done), kind: 'success' })
      const patientOf = (id: string) => entries.find((one) => one.id === id)?.patient
      onDone(
        result.refused.map(({ id, reason }) => {
          const patient = patientOf(id)
          return { id, reason, patient: patient ? fullName(patient) : refusedWords.unknown }
        }),
        { thenNext },
      )
      onClose()
    },
    onSettled: refresh,
    onError: (error) => notify({ label: wordsOf(error), kind: 'danger' }),
  })
  const isRemoval = decision === 'removal_approved'
  const preview = useQuery({
    ...q(api.waitingList.previewRemovals, { body: { queue, requests } }),
    enabled: isRemoval,
    staleTime: Infinity,
    gcTime: 0,
  })
  // A press before the review has come would do nothing.
  const saving = { ...decide, isPending: decide.isPending || preview.isLoading }
  const canDecide = !preview.isLoadingError && preview.data?.count !== 0
  const fields = useFields({ id: 'decision', initial: { note: '' }, check: () => ({}), saving })
  const decideThen = (thenNext: boolean) =>
    fields.submit(({ note }) => {
      // Nothing is approved before the user has seen what it does.
      if (!decide.isPending && (!isRemoval || (preview.data?.count ?? 0) > 0)) decide.mutate({ note, thenNext })
    })
  useCtrlEnter(() => decideThen(hasNext))
  return (
    <Dialog title={title(Math.min(count, maxWaitingListDecisions))} isOpen isBusy={decide.isPending} onClose={onClose}>
      <FieldsForm
        fields={fields}
        submitLabel={button}
        onSave={() => decideThen(false)}
        isInDialog
        canSubmit={canDecide}
        actions={
          <>
            {hasNext && (
              <Button aria-keyshortcuts="Control+Enter" disabled={saving.isPending || !canDecide} onClick={() => decideThen(true)}>
                {words.next(button)} <kbd>{words.nextKeys}</kbd>
              </Button>
            )}
            <Button disabled={decide.isPending} onClick={onClose}>
              {words.cancel}
            </Button>
          </>
        }
      >
        <p>{text(Math.min(count, maxWaitingListDecisions))}</p>
        {preview.isLoading && <Skeleton lines={4} />}
        {preview.isError && <LoadError of={preview} />}
        {preview.data && <RemovalReview preview={preview.data} />}
        {count > maxWaitingListDecisions && <p>{words.atMost(maxWaitingListDecisions)}</p>}
        <TextArea
          label={isRemoval ? removalReviewWords.reason : words.note}
          hint={isRemoval ? removalReviewWords.reasonHint : words.noteHint}
          rows={3}
          maxLength={maxDecisionNoteLength}
          {...fields.bind('note')}
        />
      </FieldsForm>
    </Dialog>
  )
}
