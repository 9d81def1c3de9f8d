import type { RequestSummary } from '#contract/request-records.ts'
import { formatDate } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { messageReasonLabel } from '#domain/message-reasons.ts'
import { methodLabel } from '#domain/notification.ts'
import type { Column } from '#web/ui/data-table.ts'
import { Clipped } from '#web/ui/Clipped.tsx'

import { NextStep } from './NextStep.tsx'
import { columnsOf } from './column-choice.ts'
import { notReachedColumnWords as words } from './words.ts'

/** Whether the list shows only form requests that no message reached. */
export const isNotReached = ({ notReached }: { notReached: string }) => notReached === 'true'

const blank = <span className="muted">–</span>

/** The columns of the form requests that no message reached: why, since when, and what to do (NOT-6). */
export const notReachedColumns: Column<RequestSummary>[] = [
  ...columnsOf(['patient', 'nhsNumber', 'status', 'form']),
  {
    id: 'tried',
    header: words.tried,
    isNowrap: true,
    cell: ({ notification, notificationMethod }) => methodLabel(notification?.method ?? notificationMethod),
  },
  {
    id: 'reason',
    header: words.reason,
    cell: ({ unreached, notification }) =>
      unreached ? (
        <>
          {messageReasonLabel(unreached.reason)}
          {notification?.reason && (
            <>
              <br />
              <span className="muted">
                <Clipped text={notification.reason} size="lg" />
              </span>
            </>
          )}
        </>
      ) : (
        blank
      ),
  },
  {
    id: 'since',
    header: words.since,
    sortBy: 'unreachedAt',
    isNowrap: true,
    cell: ({ unreached }) => (unreached ? formatDate(dateOf(unreached.since)) : blank),
  },
  ...columnsOf(['assignee']),
  {
    id: 'whatToDo',
    header: words.whatToDo,
    cell: (request) => <NextStep request={request} />,
  },
]
