import { useQuery } from '@tanstack/react-query'

import { formatDateTime } from '#domain/moments.ts'
import { pepFailureWords } from '#domain/pep.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { Badge, type BadgeKind } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'

import { pepSubscriberWords as words } from './words.ts'

/** How long the answer is shown without asking again, in milliseconds. */
const askedForMs = 300_000

const badgeKinds: Record<keyof typeof words.answers, BadgeKind> = { yes: 'success', no: 'info', not_known: 'notice' }

/** Whether the patient uses the PEP. The rest of the page does not wait for the answer. */
export function PepSubscriber({ patientId }: { patientId: string }) {
  const asked = useQuery({ ...q(api.pepSubscribers.ask, { params: { id: patientId } }), staleTime: askedForMs, retry: false })
  const answer = asked.isError ? undefined : asked.data
  const reason = asked.isError ? wordsOf(asked.error) : answer?.reason && pepFailureWords[answer.reason]
  const subscriber = asked.isError ? 'not_known' : answer?.subscriber
  return (
    <Stack gap="sm">
      <div role="status">
        {subscriber === undefined ? (
          <span className="muted">{words.asking}</span>
        ) : (
          <Row>
            <Badge kind={badgeKinds[subscriber]}>{words.answers[subscriber]}</Badge>
            <span className="muted">{[reason, answer && words.askedAt(formatDateTime(answer.askedAt))].filter(Boolean).join(' ')}</span>
          </Row>
        )}
      </div>
      {subscriber !== undefined && answer?.reason !== 'no_nhs_number' && (
        <div>
          <Button kind="link" isPending={asked.isFetching} pendingLabel={words.asking} onClick={() => void asked.refetch()}>
            {words.askAgain}
            <VisuallyHidden>{words.askAgainSuffix}</VisuallyHidden>
          </Button>
        </div>
      )}
    </Stack>
  )
}
