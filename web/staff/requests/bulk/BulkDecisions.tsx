import type { RequestSummary } from '#contract/request-records.ts'
import { Checkbox, RadioGroup } from '#web/staff/form-fields.tsx'
import type { Colleague } from '#web/staff/requests/AssigneePicker.tsx'
import type { Bind } from '#web/staff/use-fields.ts'

import { countedRequests } from './bulk-acts.ts'

/** What a member of staff decides before form requests are changed in bulk; '' is not decided yet. */
export type BulkValues = { colleague: Colleague | undefined; takeOver: boolean; confirmUrgent: boolean; sendMessage: '' | 'yes' | 'no' }
export const nothingDecided: BulkValues = { colleague: undefined, takeOver: false, confirmUrgent: false, sendMessage: '' }

export const urgentUnconfirmed = 'Confirm that you want to close urgent form requests.'
export const sendingUndecided = 'Choose whether to send the message again.'

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
  const names = redFlags.map(({ name, count }) => `${name} (${count.toLocaleString('en-GB')})`)
  return (
    <Checkbox
      label={`Close ${count === 1 ? 'the urgent form request' : `the ${count.toLocaleString('en-GB')} urgent form requests`}`}
      hint={`${names.length > 0 ? `Red flags: ${names.join(', ')}. ` : ''}Urgent form requests stay open unless you tick this box.`}
      {...bound}
    />
  )
}

type SendAgainProps = {
  /** undefined where they have not been counted */
  count: number | undefined
} & Bind<BulkValues['sendMessage']>

/** Reopened form requests whose patients have no message are sent again, or count as not reached. */
export function SendAgain({ count, field }: SendAgainProps) {
  return (
    <RadioGroup
      label="Send the message again?"
      hint={
        count === undefined
          ? 'Some messages may not have gone out, and some form requests may have expired.'
          : `${countedRequests(count)} expired, or the last message did not go out.`
      }
      options={[
        { value: 'yes', label: 'Yes, send the message again' },
        { value: 'no', label: 'No, list the form requests as not reached' },
      ]}
      field={field}
    />
  )
}
