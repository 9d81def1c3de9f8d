import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { BulkPreview } from '#contract/bulk-changes.ts'
import type { Outcome } from '#contract/outcomes.ts'
import type { RouteRequest } from '#contract/route.ts'
import type { requests } from '#contract/requests.ts'
import { maxRequestsPerBulkChange, type BulkRequestAct } from '#domain/worklists.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { AssigneePicker } from '#web/staff/requests/AssigneePicker.tsx'
import { assigneeWords } from '#web/staff/requests/words.ts'
import { useOutcomes } from '#web/staff/requests/closing/use-outcomes.ts'
import { useFields, useFieldValue } from '#web/staff/use-fields.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { bulkWords } from './bar-words.ts'
import { consequencesOf, needsConfirmation, questionOf, shownConsequencesOf } from './bulk-acts.ts'
import {
  BulkOutcome,
  isOutcomeRequired,
  nothingDecided,
  outcomeProblem,
  OutcomesNotReady,
  SendAgain,
  UrgentToClose,
  type BulkValues,
} from './BulkDecisions.tsx'
import { ConsequencesInWords } from './ConsequencesInWords.tsx'
import { type BeginChange, useBeginChange } from './use-begin-change.ts'
import { bulkDecisionWords, bulkDialogWords as words } from './words.ts'

type Filters = NonNullable<NonNullable<RouteRequest<typeof requests.list>['query']>['filters']>
type BulkAllDialogProps = { act: BulkRequestAct; filters: Filters; onClose: () => void; onBegun: () => void }

/** Changes all form requests that match. The dialog counts them when it opens and shows the exact number first. */
export function BulkAllDialog({ act, filters, onClose, onBegun }: BulkAllDialogProps) {
  const looked = useQuery({ ...q(api.bulkChanges.preview, { query: { filters } }), staleTime: Infinity, gcTime: 0 })
  const [ticked, setTicked] = useState(nothingTicked)
  const change = useBeginChange({ onBegun, onClose })
  const outcomes = useOutcomes()
  const isReady = act !== 'close' || outcomes.data !== undefined
  const preview = looked.data
  const most = preview && consequencesOf(act, preview.groups, { takeOver: true, confirmUrgent: true })
  return (
    <Dialog
      title={preview ? questionOf(act, shownConsequencesOf(act, preview.groups, ticked)) : bulkWords[act].title}
      isOpen
      isBusy={change.saving.isPending}
      onClose={onClose}
    >
      {looked.isError && <LoadError of={looked} />}
      {!preview && !looked.isError && <Skeleton lines={3} />}
      {preview &&
        most &&
        (most.able > 0 && preview.total <= maxRequestsPerBulkChange ? (
          isReady ? (
            <Order
              {...{ act, filters, preview, setTicked, change, onClose }}
              choices={outcomes.data?.docs ?? []}
              lookAgain={() => void looked.refetch()}
            />
          ) : (
            <OutcomesNotReady of={outcomes} />
          )
        ) : (
          <NothingToDo act={act} total={preview.total} onClose={onClose} />
        ))}
    </Dialog>
  )
}

function NothingToDo({ act, total, onClose }: { act: BulkRequestAct; total: number; onClose: () => void }) {
  return (
    <Stack>
      <p>{total === 0 ? words.noMatch : total <= maxRequestsPerBulkChange ? words.noneAble(total, bulkWords[act].done) : words.tooMany}</p>
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          {words.back}
        </Button>
      </DialogActions>
    </Stack>
  )
}

const nothingTicked = { takeOver: false, confirmUrgent: false }
type OrderProps = Omit<BulkAllDialogProps, 'onBegun'> & {
  change: BeginChange
  preview: BulkPreview
  choices: readonly Outcome[]
  setTicked: (ticked: typeof nothingTicked) => void
  lookAgain: () => void
}

function Order(props: OrderProps) {
  const { act, filters, preview, choices, setTicked, change, lookAgain, onClose } = props
  const { until, total, groups, urgent } = preview
  const order = (values: BulkValues) =>
    change.begin({
      act,
      filters,
      until,
      expected: total,
      takeOver: values.takeOver,
      confirmUrgent: values.confirmUrgent,
      ...(values.outcomeId && { outcomeId: values.outcomeId }),
      sendMessage: values.sendMessage === 'yes',
      ...(values.colleague && { userId: values.colleague.id }),
    })
  const fields = useFields<BulkValues>({
    id: 'bulk-all',
    initial: nothingDecided,
    check: ({ colleague, takeOver, confirmUrgent, outcomeId, sendMessage }) => ({
      colleague: act === 'assign' && !colleague ? assigneeWords.missing : undefined,
      outcomeId: act === 'close' ? outcomeProblem(choices, { confirmUrgent, outcomeId }) : undefined,
      confirmUrgent: needsConfirmation(act, groups, { takeOver, confirmUrgent }) ? bulkDecisionWords.urgentUnconfirmed : undefined,
      sendMessage: act === 'reopen' && sendMessage === '' ? bulkDecisionWords.sendingUndecided : undefined,
      takeOver: consequencesOf(act, groups, { takeOver, confirmUrgent: true }).able === 0 ? words.allTaken : undefined,
    }),
    saving: change.saving,
  })
  const ticked = { takeOver: useFieldValue(fields, 'takeOver'), confirmUrgent: useFieldValue(fields, 'confirmUrgent') }
  const consequences = shownConsequencesOf(act, groups, ticked)
  return (
    <FieldsForm
      fields={fields}
      kind={bulkWords[act].kind}
      submitLabel={`${bulkWords[act].confirm} ${consequences.able.toLocaleString('en-GB')}`}
      onSave={order}
      isInDialog
      actions={
        <Button disabled={change.saving.isPending} onClick={onClose}>
          {words.cancel}
        </Button>
      }
    >
      <p>{words.changesAll}</p>
      {act === 'assign' && <AssigneePicker {...fields.bind('colleague')} />}
      {consequences.urgent > 0 && (
        <UrgentToClose
          count={consequences.urgent}
          redFlags={urgent.redFlags}
          {...fields.bind('confirmUrgent')}
          onTick={(confirmUrgent) => setTicked({ ...ticked, confirmUrgent })}
        />
      )}
      {act === 'close' && (
        <BulkOutcome outcomes={choices} isRequired={isOutcomeRequired(choices, ticked.confirmUrgent)} {...fields.bind('outcomeId')} />
      )}
      {act === 'reopen' && <SendAgain count={undefined} {...fields.bind('sendMessage')} />}
      <ConsequencesInWords
        act={act}
        consequences={consequences}
        {...fields.bind('takeOver')}
        onTick={(takeOver) => setTicked({ ...ticked, takeOver })}
      />
      {change.saving.error instanceof ApiProblem && change.saving.error.status === 409 && (
        <Alert
          actions={
            <Button
              size="sm"
              onClick={() => {
                change.saving.reset()
                lookAgain()
              }}
            >
              {words.countAgain}
            </Button>
          }
        >
          {words.listChanged}
        </Alert>
      )}
    </FieldsForm>
  )
}
