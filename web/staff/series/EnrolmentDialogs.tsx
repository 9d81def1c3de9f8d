import { useMutation } from '@tanstack/react-query'

import type { SeriesResults } from '#contract/series.ts'
import { isIsoDate } from '#domain/dates.ts'
import type { SeriesState } from '#domain/series-states.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { DateField } from '#web/staff/form-fields.tsx'
import { useFields } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import type { MenuAction } from '#web/ui/Menu.tsx'
import { padDate } from '#web/ui/date-text.ts'
import { notify } from '#web/ui/notify.ts'

import { useRefreshSeries } from './use-refresh-series.ts'
import { correctWords, enrolmentWords as words } from './words.ts'

/** Pauses, resumes or ends the series for patients. */
export function useSetEnrolments(seriesId: string, onRefused: (refused: SeriesResults['results']) => void) {
  const refresh = useRefreshSeries()
  return useMutation({
    mutationFn: ({ state, ids }: { state: SeriesState; ids: string[] }) =>
      api.series.setEnrolments({ params: { id: seriesId }, body: { state, enrolments: ids } }),
    onSuccess: ({ results }, { state }) => {
      const done = results.filter((result) => result.done).length
      if (done > 0) notify({ label: words.done[state](done), kind: 'success' })
      onRefused(results.filter((result) => !result.done))
    },
    onError: (error) => notify({ label: wordsOf(error), kind: 'danger' }),
    onSettled: refresh,
  })
}

type EndProps = { ids: string[]; setEnrolments: ReturnType<typeof useSetEnrolments>; onClose: () => void }

export const EndEnrolmentsDialog = ({ ids, setEnrolments, onClose }: EndProps) => (
  <ConfirmDialog
    title={words.endTitle(ids.length)}
    isOpen
    confirmLabel={words.endConfirm}
    isPending={setEnrolments.isPending}
    onClose={onClose}
    onConfirm={() => setEnrolments.mutate({ state: 'ended', ids }, { onSettled: onClose })}
  >
    <p>{words.endText}</p>
  </ConfirmDialog>
)

type Enrolled = { id: string; startsOn: string; state: SeriesState }

/** What can be done with one enrolment. */
export const enrolmentActions = (
  state: SeriesState,
  on: { set: (state: SeriesState) => void; end: () => void; correct: () => void },
): MenuAction[] =>
  state === 'ended'
    ? []
    : [
        state === 'active'
          ? { id: 'pause', label: words.pause, onAction: () => on.set('paused') }
          : { id: 'resume', label: words.resume, onAction: () => on.set('active') },
        { id: 'correct', label: words.correct, onAction: on.correct },
        { id: 'end', label: words.end, isDanger: true, onAction: on.end },
      ]

type CorrectProps = { seriesId: string; dateLabel: string; enrolment: Enrolled; onClose: () => void }

export function CorrectDateDialog({ seriesId, dateLabel, enrolment, onClose }: CorrectProps) {
  const refresh = useRefreshSeries()
  const correct = useMutation({
    mutationFn: (startsOn: string) => api.series.correctDate({ params: { id: seriesId, enrolmentId: enrolment.id }, body: { startsOn } }),
    onSuccess: () => {
      notify({ label: correctWords.done, kind: 'success' })
      onClose()
    },
    onSettled: refresh,
  })
  const fields = useFields({
    id: 'correct-date',
    initial: { startsOn: enrolment.startsOn },
    check: ({ startsOn }) => ({ startsOn: isIsoDate(padDate(startsOn)) ? undefined : correctWords.required }),
    saving: correct,
  })
  return (
    <Dialog title={correctWords.title} size="sm" isOpen isBusy={correct.isPending} onClose={onClose}>
      <FieldsForm
        fields={fields}
        submitLabel={correctWords.submit}
        onSave={({ startsOn }) => correct.mutate(padDate(startsOn))}
        isInDialog
        actions={<Button onClick={onClose}>{correctWords.cancel}</Button>}
      >
        <p>{correctWords.text}</p>
        <DateField label={dateLabel} {...fields.bind('startsOn')} />
      </FieldsForm>
    </Dialog>
  )
}
