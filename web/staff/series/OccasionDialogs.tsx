import { useMutation } from '@tanstack/react-query'

import type { SeriesResults } from '#contract/series.ts'
import { isIsoDate } from '#domain/dates.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { DateField } from '#web/staff/form-fields.tsx'
import { useFields } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { padDate } from '#web/ui/date-text.ts'
import { notify } from '#web/ui/notify.ts'

import { useRefreshSeries } from './use-refresh-series.ts'
import { moveWords, sendWords, skipWords } from './words.ts'

/** An act on one occasion or on a selection. */
export type OccasionAct = { act: 'send' | 'skip' | 'move'; seriesId: string; occasions: string[] }
type Refused = SeriesResults['results']

type OccasionDialogProps = {
  asked: OccasionAct
  onClose: () => void
  /** called with those that were refused */
  onDone: (refused: Refused) => void
}

const words = { send: sendWords, skip: skipWords, move: moveWords }

/** Asks before forms are sent, skipped or moved. */
export function OccasionDialog({ asked: { act, seriesId, occasions }, onClose, onDone }: OccasionDialogProps) {
  const refresh = useRefreshSeries()
  const change = useMutation({
    mutationFn: (day: string): Promise<SeriesResults> => {
      const params = { id: seriesId }
      if (act === 'move') return api.series.move({ params, body: { occasions, day } })
      return act === 'send' ? api.series.send({ params, body: { occasions } }) : api.series.skip({ params, body: { occasions } })
    },
    onSuccess: ({ results }) => {
      const done = results.filter((result) => result.done).length
      if (done > 0) notify({ label: words[act].done(done), kind: 'success' })
      onDone(results.filter((result) => !result.done))
      onClose()
    },
    onSettled: refresh,
  })
  if (act === 'move') return <MoveDialog count={occasions.length} move={change} onClose={onClose} />
  const { title, text, confirm } = words[act]
  return (
    <ConfirmDialog
      title={title(occasions.length)}
      isOpen
      kind={act === 'send' ? 'primary' : 'urgent'}
      confirmLabel={confirm}
      isPending={change.isPending}
      error={change.error ? wordsOf(change.error) : undefined}
      onClose={onClose}
      onConfirm={() => change.mutate('')}
    >
      <p>{text}</p>
    </ConfirmDialog>
  )
}

type MoveProps = {
  count: number
  move: Parameters<typeof useFields>[0]['saving'] & { mutate: (day: string) => void }
  onClose: () => void
}

function MoveDialog({ count, move, onClose }: MoveProps) {
  const fields = useFields({
    id: 'move-forms',
    initial: { day: '' },
    check: ({ day }) => ({ day: isIsoDate(padDate(day)) ? undefined : moveWords.required }),
    saving: move,
  })
  return (
    <Dialog title={moveWords.title(count)} size="sm" isOpen isBusy={move.isPending} onClose={onClose}>
      <FieldsForm
        fields={fields}
        submitLabel={moveWords.submit}
        onSave={({ day }) => move.mutate(padDate(day))}
        isInDialog
        actions={<Button onClick={onClose}>{moveWords.cancel}</Button>}
      >
        <DateField label={moveWords.day} {...fields.bind('day')} />
      </FieldsForm>
    </Dialog>
  )
}
