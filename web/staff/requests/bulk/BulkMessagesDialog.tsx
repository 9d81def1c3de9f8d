import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'

import type { BulkMessagePreview } from '#contract/bulk-changes.ts'
import type { requests as requestRoutes } from '#contract/requests.ts'
import type { RouteRequest } from '#contract/route.ts'
import { formatDateTime } from '#domain/moments.ts'
import { messageMethods, methodLabel } from '#domain/notification.ts'
import { type BulkMessageAct, maxMessagesPerBulkChange } from '#domain/worklists.ts'
import { api } from '#web/api/client.ts'
import { formatPence } from '#web/staff/requests/message-plan.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { Checkbox } from '#web/staff/form-fields.tsx'
import { useFields, useFieldValues } from '#web/staff/use-fields.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'

import { bulkWords } from './bar-words.ts'
import { countedFor, questionOf } from './bulk-acts.ts'
import { type BeginChange, useBeginChange } from './use-begin-change.ts'
import { bulkDialogWords, bulkMessageWords as words, consequenceWords } from './words.ts'

type Filters = NonNullable<NonNullable<RouteRequest<typeof requestRoutes.list>['query']>['filters']>
type BulkMessagesDialogProps = {
  act: BulkMessageAct
  /** The named form requests, or all that match the filters. */
  requests: string[] | undefined
  filters: Filters | undefined
  onClose: () => void
  onBegun: () => void
}

/** Sends or cancels the messages of many form requests, or queues letters. The dialog first shows how many by which method, and why not the others. */
export function BulkMessagesDialog(props: BulkMessagesDialogProps) {
  const { act, onClose, onBegun } = props
  const [about] = useState({ requests: props.requests, filters: props.filters }) // the question stays when the list is loaded again
  const looked = useQuery({
    queryKey: [api.bulkChanges.previewMessages.key, act, about],
    queryFn: () => api.bulkChanges.previewMessages({ body: { act, ...given(about) } }),
    staleTime: Infinity,
    gcTime: 0,
  })
  const [ticked, setTicked] = useState(nothingTicked)
  const change = useBeginChange({ onBegun, onClose })
  const preview = looked.data
  const count = preview && countIn(preview, ticked)
  return (
    <Dialog
      title={count ? questionOf(act, { total: count, able: count }) : bulkWords[act].button}
      isOpen
      isBusy={change.saving.isPending}
      onClose={onClose}
    >
      {looked.isError && <LoadError of={looked} />}
      {!preview && !looked.isError && <Skeleton lines={4} />}
      {preview &&
        (preview.groups.length > 0 ? (
          <Order {...{ act, preview, change, onClose }} {...about} onTick={setTicked} lookAgain={() => void looked.refetch()} />
        ) : (
          <Stack>
            <p>{preview.total > maxMessagesPerBulkChange ? words.tooMany : words.none[act]}</p>
            <Refusals act={act} refusals={preview.refusals} />
            <DialogActions>
              <Button kind="primary" onClick={onClose}>
                {bulkDialogWords.back}
              </Button>
            </DialogActions>
          </Stack>
        ))}
    </Dialog>
  )
}

const given = ({ requests, filters }: Pick<BulkMessagesDialogProps, 'requests' | 'filters'>) => ({
  ...(requests && { requests }),
  ...(filters && { filters }),
})

type Ticked = { takeOver: boolean; again: boolean }
const nothingTicked: Ticked = { takeOver: false, again: false }
type Group = BulkMessagePreview['groups'][number]

/** Where every message would be a repeat, that is what the act means, and there is nothing to tick. */
const isRepeating = ({ groups }: BulkMessagePreview, { again }: Ticked) => again || groups.every(({ isRepeat }) => isRepeat)
const chosenOf = (preview: BulkMessagePreview, ticked: Ticked) =>
  preview.groups.filter(({ isTaken, isRepeat }) => (ticked.takeOver || !isTaken) && (isRepeating(preview, ticked) || !isRepeat))
const sum = (groups: readonly Group[]) => groups.reduce((total, { count }) => total + count, 0)
const countIn = (preview: BulkMessagePreview, ticked: Ticked) => sum(chosenOf(preview, ticked))

type OrderProps = Omit<BulkMessagesDialogProps, 'onBegun'> & {
  preview: BulkMessagePreview
  change: BeginChange
  onTick: (ticked: Ticked) => void
  lookAgain: () => void
}

function Order({ act, requests, filters, preview, change, onTick, lookAgain, onClose }: OrderProps) {
  const areKept = useRouteContext({ from: '/inside' }).config.outbox
  const [key] = useState(() => crypto.randomUUID()) // a second press, or a lost answer, starts nothing twice
  const order = (values: Ticked) =>
    change.begin({
      act,
      key,
      ...given({ requests, filters }),
      until: preview.until,
      expected: preview.total,
      takeOver: values.takeOver,
      again: isRepeating(preview, values),
    })
  const fields = useFields<Ticked>({
    id: 'bulk-messages',
    initial: nothingTicked,
    check: (values) => ({ takeOver: countIn(preview, values) === 0 ? words.nothingTicked[act] : undefined }),
    saving: change.saving,
  })
  const ticked = useFieldValues(fields)
  const chosen = chosenOf(preview, ticked)
  const count = sum(chosen)
  const taken = sum(preview.groups.filter(({ isTaken, isRepeat }) => isTaken && (isRepeating(preview, ticked) || !isRepeat)))
  const repeats = isRepeating(preview, nothingTicked) ? 0 : sum(preview.groups.filter(({ isRepeat }) => isRepeat))
  const isSending = act !== 'cancel_message'
  const isLetter = act === 'queue_letter'
  return (
    <FieldsForm
      fields={fields}
      kind={bulkWords[act].kind}
      submitLabel={`${words.submit[act]} ${countedFor(act, count)}`}
      onSave={order}
      isInDialog
      actions={
        <Button disabled={change.saving.isPending} onClick={onClose}>
          {words.back}
        </Button>
      }
    >
      {isSending && count > 0 && (
        <SummaryList
          rows={messageMethods.flatMap((method) => {
            const groups = chosen.filter((group) => group.method === method)
            return groups.length > 0
              ? [
                  {
                    label: methodLabel(method),
                    value: words.messages(countedFor(act, sum(groups)), lengthOf(groups, preview), method),
                  },
                ]
              : []
          })}
        />
      )}
      {isLetter && <p>{words.letters}</p>}
      {isSending && !isLetter && areKept && <p>{words.kept}</p>}
      {isSending && count > 1 && <p>{isLetter ? words.severalLetters : words.several}</p>}
      {isSending && isLater(preview) && <p>{words.lastDue(formatDateTime(preview.lastDueAt!), preview.isAccountShared)}</p>}
      {!isSending && <p>{words.open}</p>}
      {repeats > 0 && (
        <Checkbox
          label={isLetter ? words.againLetters(repeats) : words.again(repeats)}
          hint={isLetter ? words.againLettersHint : words.againHint}
          {...fields.bind('again')}
          onTick={(again) => onTick({ ...ticked, again })}
        />
      )}
      {taken > 0 && (
        <Checkbox
          label={consequenceWords.takeOver(taken)}
          hint={consequenceWords.takeOverHint(false, taken)}
          {...fields.bind('takeOver')}
          onTick={(takeOver) => onTick({ ...ticked, takeOver })}
        />
      )}
      <Refusals act={act} refusals={preview.refusals} />
      {change.saving.isError && (
        <Button size="sm" onClick={lookAgain}>
          {bulkDialogWords.countAgain}
        </Button>
      )}
    </FieldsForm>
  )
}

/** Of all groups of one method together. */
function lengthOf(groups: readonly Group[], { fragmentPrice, letterPrice }: Pick<BulkMessagePreview, 'fragmentPrice' | 'letterPrice'>) {
  const fragments = groups.some((group) => group.fragments === null)
    ? null
    : groups.reduce((total, group) => total + (group.fragments ?? 0), 0)
  const tooLong = groups.reduce((total, group) => total + group.tooLong, 0)
  const letters = groups.some(({ method }) => method === 'letter')
  const [billed, each] = letters ? [sum(groups), letterPrice] : [fragments, fragmentPrice]
  return { fragments, tooLong, price: billed === null || each === null ? null : formatPence(billed * each) }
}

/** The time is named only if it is more than a minute away. */
const isLater = ({ until, lastDueAt }: BulkMessagePreview) => lastDueAt !== null && Date.parse(lastDueAt) - Date.parse(until) > 60_000

type RefusalsProps = Pick<BulkMessagesDialogProps, 'act'> & Pick<BulkMessagePreview, 'refusals'>

/** Why no message is sent for the other form requests. */
function Refusals({ act, refusals }: RefusalsProps) {
  if (refusals.length === 0) return null
  return (
    <div>
      <p>
        {words.left(
          act,
          refusals.reduce((total, { count }) => total + count, 0),
        )}
      </p>
      <ul>
        {refusals.map(({ reason, count }) => (
          <li key={reason}>
            <b>{count.toLocaleString('en-GB')}</b>: {reason}
          </li>
        ))}
      </ul>
    </div>
  )
}
