import type { ImportJob } from '#contract/imports.ts'
import { formatCount } from '#domain/amounts.ts'
import { problemKind, unreachableCodes } from '#domain/imports/decisions.ts'
import { methodLabel, notificationMethods } from '#domain/notification.ts'
import { MessageTimes } from '#web/staff/requests/MessageTimes.tsx'

import { count } from './import-words.ts'

/** The last look before an import is completed: how many messages, by which method, when, and who is not reached. */
export function WhatIsSent({ job }: { job: ImportJob }) {
  const messages = messagesOf(job)
  const unreachable = job.problems.filter(({ code }) => unreachableCodes.includes(code))
  const unreached = unreachable.reduce((sum, { rows }) => sum + rows, 0)
  const otherErrors = job.errorRows - unreached
  return (
    <>
      <ul className="import-messages">
        {messages.map(({ method, count }) => (
          <li key={method}>
            {methodLabel(method)}: {formatCount(count, 'message')}
          </li>
        ))}
        {job.plan.skip > 0 && <li>{formatCount(job.plan.skip, 'row')} will be left out, as decided</li>}
        {unreached > 0 && (
          <li>
            {formatCount(unreached, 'patient cannot', 'patients cannot')} be reached and will be left out
            <ul>
              {unreachable.map(({ column, code, words, rows }) => (
                <li key={problemKind(column, code)}>
                  {words}: {count(rows)}
                </li>
              ))}
            </ul>
          </li>
        )}
        {otherErrors > 0 && <li>{formatCount(otherErrors, 'row has other errors', 'rows have other errors')} and will be left out</li>}
      </ul>
      <MessageTimes messages={messages} />
      <p>New patients are added. If a patient’s record has no phone number or email address, the one in the file is added.</p>
    </>
  )
}

/** The messages by each method, as the review of a form request tells them. NHS App messages do not wait for the sending hours. */
function messagesOf({ messagesFrom, planByMethod }: ImportJob) {
  const from = messagesFrom !== null && new Date(messagesFrom) > new Date() ? messagesFrom : null
  return notificationMethods.flatMap((method) => {
    const count = planByMethod[method]
    if (count === 0) return []
    return [{ method, count, from: method === 'nhs_app' ? null : from, waitsForSendingHours: method !== 'nhs_app' && from !== null }]
  })
}
