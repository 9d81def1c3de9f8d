import { useRouteContext } from '@tanstack/react-router'

import type { RemovalPreview } from '#contract/waiting-list.ts'
import { formatDate } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { byMethod } from '#domain/notification.ts'
import { FinishTime } from '#web/staff/requests/FinishTime.tsx'
import { formatPence } from '#web/staff/requests/message-plan.ts'
import { fullName } from '#web/staff/requests/worklist/request-columns.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Stack } from '#web/ui/Layout.tsx'

import { removalReviewWords as words } from './words.ts'

/** What approving the removals would do: who is told how, at which price, and who cannot be told. */
export function RemovalReview({ preview: { count, refused, untold, deceased, texts, plan, finalAt } }: { preview: RemovalPreview }) {
  const areKept = useRouteContext({ from: '/inside' }).config.outbox
  return (
    <Stack>
      {count === 0 ? <p>{words.none}</p> : <p>{words.final(formatDate(dateOf(finalAt)))}</p>}
      {plan.messages.length > 0 && (
        <div>
          <h3>{words.told}</h3>
          <ul>
            {plan.messages.map((one) => (
              <li key={one.method}>{words.messages(one.count, byMethod(one.method))}</li>
            ))}
          </ul>
          {areKept && <p>{words.kept}</p>}
          {!areKept && plan.price !== null && plan.price > 0 && <p>{words.price(formatPence(plan.price))}</p>}
          <FinishTime plan={plan} />
        </div>
      )}
      {deceased > 0 && <p>{words.deceased(deceased)}</p>}
      {untold.count > 0 && (
        <Alert kind="warning" title={words.untold(untold.count)}>
          <p>
            {words.untoldText} {words.letters(untold.letters)}
          </p>
          <ul>
            {untold.first.map(({ id, patient, reason }) => (
              <li key={id}>{words.untoldRow(fullName(patient), reason)}</li>
            ))}
          </ul>
        </Alert>
      )}
      {refused.length > 0 && (
        <Alert kind="warning" title={words.refused}>
          <ul>
            {refused.map((one) => (
              <li key={one.reason}>{words.refusedRow(one.count, one.reason)}</li>
            ))}
          </ul>
        </Alert>
      )}
      {texts.map(({ method, subject, body }) => (
        <details key={method}>
          <summary>{words.text(byMethod(method))}</summary>
          {subject && <p className="break">{subject}</p>}
          <p className="break" style={{ whiteSpace: 'pre-line' }}>
            {body}
          </p>
        </details>
      ))}
    </Stack>
  )
}
