import { lazy, Suspense, useState } from 'react'

import type { RequestDetails } from '#contract/request-records.ts'
import { canLetterComeBack } from '#domain/letters.ts'
import { formatDateTime } from '#domain/moments.ts'
import type { WaitingListQueue } from '#domain/waiting-list-queues.ts'
import { decisionsOf, outcomeLabel, queueLabel, type WaitingListDecision } from '#domain/waiting-list.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { wordsOfDecision } from '#web/staff/waiting-list/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { Link } from '#web/ui/Link.tsx'
import { notify } from '#web/ui/notify.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'

import { useListPosition } from './use-list-position.ts'
import { waitingListEntryWords as words } from './words.ts'

const DecisionDialog = lazy(async () => ({ default: (await import('#web/staff/waiting-list/DecisionDialog.tsx')).DecisionDialog }))

type Asked = { queue: WaitingListQueue; decision: WaitingListDecision }

/** The queues of the waiting list that the form request is in, with their decisions, and what was decided. */
export function WaitingListEntries({ request }: { request: RequestDetails }) {
  const { can } = useSession()
  const position = useListPosition(request.id)
  const [asked, setAsked] = useState<Asked>()
  if (request.waitingList.length === 0) return null
  const mayDecide = can('formRequest:update')
  return (
    <LabelledSection label={words.title}>
      <Panel>
        <SummaryList
          rows={request.waitingList.map((entry) => ({
            label: queueLabel(entry.queue),
            value: entry.done ? (
              <Decided done={entry.done} />
            ) : (
              <Stack gap="sm">
                <Link href={pathTo('waitingList', {}, { filters: { queue: entry.queue } })}>
                  {words.open(formatDateTime(entry.openedAt))}
                </Link>
                {mayDecide && (
                  <Row>
                    {decisionsFor(entry.queue, request).map((decision) => (
                      <Button key={decision} size="sm" onClick={() => setAsked({ queue: entry.queue, decision })}>
                        {wordsOfDecision(entry.queue, decision).button}
                      </Button>
                    ))}
                  </Row>
                )}
              </Stack>
            ),
          }))}
        />
      </Panel>
      <Suspense>
        {asked && (
          <DecisionDialog
            {...asked}
            count={1}
            requests={[request.id]}
            entries={[request]}
            hasNext={position !== undefined && !position.isLast}
            onDone={([refused], { thenNext }) => {
              if (refused) notify({ label: refused.reason, kind: 'warning', timeout: 0 })
              else if (thenNext) void position?.openNext()
            }}
            onClose={() => setAsked(undefined)}
          />
        )}
      </Suspense>
    </LabelledSection>
  )
}

/** A letter can come back only after one was printed. */
const decisionsFor = (queue: WaitingListQueue, { notifications }: RequestDetails) =>
  decisionsOf[queue].filter((decision) => decision !== 'letter_returned' || canLetterComeBack(notifications))

type Done = NonNullable<RequestDetails['waitingList'][number]['done']>

function Decided({ done: { decision, by, at, note } }: { done: Done }) {
  const when = formatDateTime(at)
  return (
    <>
      {decision ? words.decided(outcomeLabel(decision), by, when) : words.ended(when)}
      {note && <p className="break">{note}</p>}
    </>
  )
}
