import type { Outcome } from '#contract/outcomes.ts'
import type { RequestSummary } from '#contract/request-records.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { Checkbox, RadioGroup, Select } from '#web/staff/form-fields.tsx'
import type { Colleague } from '#web/staff/requests/AssigneePicker.tsx'
import type { useOutcomes } from '#web/staff/requests/closing/use-outcomes.ts'
import { outcomeWords } from '#web/staff/requests/closing/words.ts'
import type { Bind } from '#web/staff/use-fields.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { bulkDecisionWords as words } from './words.ts'

/** What a member of staff decides before form requests are changed in bulk; '' is not decided yet. */
export type BulkValues = {
  colleague: Colleague | undefined
  takeOver: boolean
  confirmUrgent: boolean
  outcomeId: string
  sendMessage: '' | 'yes' | 'no'
}
export const nothingDecided: BulkValues = { colleague: undefined, takeOver: false, confirmUrgent: false, outcomeId: '', sendMessage: '' }

/** The outcome of the form requests that are closed. Those of a form that the outcome is not for stay open, and the result says so. */
export function BulkOutcome({ outcomes, isRequired, field }: { outcomes: readonly Outcome[]; isRequired: boolean } & Bind<string>) {
  const choices = outcomes.filter(({ isInUse }) => isInUse)
  if (choices.length === 0) return null
  return (
    <Select
      label={outcomeWords.label}
      isOptional={!isRequired}
      placeholder={isRequired ? outcomeWords.choose : outcomeWords.none}
      options={choices.map(({ id, name, forms }) => ({
        value: id,
        label: forms.length === 0 ? name : `${name} (${outcomeWords.forForms(forms.map(({ title }) => title))})`,
      }))}
      field={field}
    />
  )
}

/** Nothing is closed before the outcomes are known: whether one is required depends on them. */
export const OutcomesNotReady = ({ of }: { of: ReturnType<typeof useOutcomes> }) =>
  of.isError ? <LoadError of={of} /> : <Skeleton lines={5} />

/** Urgent form requests are closed only with an outcome, if there is one for their form. Outcomes for all forms leave no exception. */
export const outcomeProblem = (
  outcomes: readonly Outcome[],
  { confirmUrgent, outcomeId }: Pick<BulkValues, 'confirmUrgent' | 'outcomeId'>,
) => (isOutcomeRequired(outcomes, confirmUrgent) && outcomeId === '' ? outcomeWords.required : undefined)

export const isOutcomeRequired = (outcomes: readonly Outcome[], confirmUrgent: boolean) =>
  confirmUrgent && outcomes.some(({ isInUse, forms }) => isInUse && forms.length === 0)

type RedFlagCount = { name: string; count: number }

/** The red flags of these requests, the commonest first. */
export function redFlagsIn(requests: readonly RequestSummary[]): RedFlagCount[] {
  const names = requests.flatMap(({ redFlags }) => redFlags.map(({ name }) => name))
  return [...Map.groupBy(names, (name) => name)]
    .map(([name, alike]) => ({ name, count: alike.length }))
    .toSorted((one, other) => other.count - one.count || one.name.localeCompare(other.name))
}

type UrgentToCloseProps = { count: number; redFlags: readonly RedFlagCount[]; onTick?: (isTicked: boolean) => void } & Bind<boolean>

/** Urgent form requests are closed only when that is confirmed; their red flags are named. */
export function UrgentToClose({ count, redFlags, ...bound }: UrgentToCloseProps) {
  const names = redFlags.map(({ name, count }) => words.redFlag(name, count))
  return <Checkbox label={words.closeUrgent(count)} hint={words.urgentHint(names)} {...bound} />
}

type SendAgainProps = {
  /** undefined where they have not been counted */
  count: number | undefined
} & Bind<BulkValues['sendMessage']>

/** Reopened form requests whose patients have no message are sent again, or count as not reached. */
export function SendAgain({ count, field }: SendAgainProps) {
  return (
    <RadioGroup
      label={words.sendAgain}
      hint={words.sendAgainHint(count)}
      options={[
        { value: 'yes', label: words.yesSend },
        { value: 'no', label: words.noSend },
      ]}
      field={field}
    />
  )
}
