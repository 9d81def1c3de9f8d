import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import type { OwnSession } from '#contract/own-account.ts'
import { formatDateTime } from '#domain/moments.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { sessionWords } from '#web/staff/profile/words.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** The sessions of the signed-in user. The user can end each of them. */
export function SessionsSection() {
  const queryClient = useQueryClient()
  const { data, error } = useQuery(q(api.ownSessions.list))
  const refresh = () => queryClient.invalidateQueries({ queryKey: [api.ownSessions.list.key] })
  const endOthers = useMutation({
    mutationFn: () => api.ownSessions.endOthers(),
    onSuccess: ({ ended }) => notify({ label: sessionWords.signedOutOfOthers(ended), kind: 'success' }),
    onSettled: refresh,
  })
  const others = data?.docs.filter(({ isCurrent }) => !isCurrent) ?? []
  return (
    <LabelledSection label={sessionWords.label} description={sessionWords.description}>
      <Stack gap="md">
        {error && <Alert kind="danger">{wordsOf(error)}</Alert>}
        {endOthers.isError && <Alert kind="danger">{wordsOf(endOthers.error)}</Alert>}
        {!data && !error && <Skeleton />}
        {data && (
          <ul className="own-sessions">
            {data.docs.map((session) => (
              <SessionItem key={session.id} session={session} onEnded={refresh} />
            ))}
          </ul>
        )}
        {data && others.length === 0 && <p className="muted">{sessionWords.onlyThis}</p>}
        {others.length > 0 && (
          <Row>
            <Button kind="urgent-secondary" isPending={endOthers.isPending} onClick={() => endOthers.mutate()}>
              {sessionWords.signOutOthers}
            </Button>
          </Row>
        )}
      </Stack>
    </LabelledSection>
  )
}

function SessionItem({ session, onEnded }: { session: OwnSession; onEnded: () => Promise<unknown> }) {
  const { id, device, signedInAt, lastUsedAt, isCurrent } = session
  const end = useMutation({
    mutationFn: () => api.ownSessions.end({ params: { id } }),
    onSuccess: () => notify({ label: sessionWords.signedOutOf(device), kind: 'success' }),
    onSettled: onEnded,
  })
  return (
    <li className="own-sessions__one">
      <div>
        <b>{device}</b> {isCurrent && <Badge kind="success">{sessionWords.thisSession}</Badge>}
        <p className="muted">{sessionWords.used(formatDateTime(signedInAt), formatDateTime(lastUsedAt))}</p>
        {end.isError && <Alert kind="danger">{wordsOf(end.error)}</Alert>}
      </div>
      {!isCurrent && (
        <Button
          size="sm"
          aria-label={sessionWords.signOutOf(device, formatDateTime(signedInAt))}
          isPending={end.isPending}
          onClick={() => end.mutate()}
        >
          {sessionWords.signOut}
        </Button>
      )}
    </li>
  )
}
