import type { ImportJob } from '#contract/imports.ts'
import { problemKind, unreachableCodes } from '#domain/imports/decisions.ts'
import { methodLabel, notificationMethods } from '#domain/notification.ts'
import { MessageTimes } from '#web/staff/requests/MessageTimes.tsx'

import { messagesWords as words } from './words.ts'

/** The summary before an import is completed: the messages by method, their times, and the rows left out. */
export function WhatIsSent({ job }: { job: ImportJob }) {
  const messages = messagesOf(job)
  const unreachable = job.problems.filter(({ code }) => unreachableCodes.includes(code))
  const unreached = unreachable.reduce((sum, { rows }) => sum + rows, 0)
  const otherErrors = job.errorRows - unreached
  return (
    <>
      <ul className="import-messages">
        {messages.map(({ method, count }) => (
          <li key={method}>{words.byMethod(methodLabel(method), count)}</li>
        ))}
        {job.plan.skip > 0 && <li>{words.skipped(job.plan.skip)}</li>}
        {unreached > 0 && (
          <li>
            {words.unreached(unreached)}
            <ul>
              {unreachable.map(({ column, code, words: problem, rows }) => (
                <li key={problemKind(column, code)}>{words.problem(problem, rows)}</li>
              ))}
            </ul>
          </li>
        )}
        {otherErrors > 0 && <li>{words.otherErrors(otherErrors)}</li>}
      </ul>
      <MessageTimes messages={messages} />
      <p>{words.records}</p>
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
