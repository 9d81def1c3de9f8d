import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import type { OwnSession } from '#contract/own-account.ts'
import { formatCount } from '#domain/amounts.ts'
import { formatDateTime } from '#domain/dates.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** Where one is signed in, and signing out there. */
export function SessionsSection() {
  const queryClient = useQueryClient()
  const { data, error } = useQuery(q(api.ownSessions.list))
  const refresh = () => queryClient.invalidateQueries({ queryKey: [api.ownSessions.list.key] })
  const endOthers = useMutation({
    mutationFn: () => api.ownSessions.endOthers(),
    onSuccess: ({ ended }) => notify({ label: `You are signed out of ${formatCount(ended, 'other session')}.`, kind: 'success' }),
    onSettled: refresh,
  })
  const others = data?.docs.filter(({ isCurrent }) => !isCurrent) ?? []
  return (
    <LabelledSection
      label="Where you are signed in"
      description="If you do not recognise a session, sign out of it and change your password."
    >
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
        {data && others.length === 0 && <p className="muted">You are not signed in anywhere else.</p>}
        {others.length > 0 && (
          <Row>
            <Button kind="urgent-secondary" isPending={endOthers.isPending} onClick={() => endOthers.mutate()}>
              Sign out everywhere else
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
    onSuccess: () => notify({ label: `You are signed out of ${device}.`, kind: 'success' }),
    onSettled: onEnded,
  })
  return (
    <li className="own-sessions__one">
      <div>
        <b>{device}</b> {isCurrent && <Badge kind="success">This session</Badge>}
        <p className="muted">
          Signed in {formatDateTime(signedInAt)}. Last used {formatDateTime(lastUsedAt)}.
        </p>
        {end.isError && <Alert kind="danger">{wordsOf(end.error)}</Alert>}
      </div>
      {!isCurrent && (
        <Button
          size="sm"
          aria-label={`Sign out of ${device}, signed in ${formatDateTime(signedInAt)}`}
          isPending={end.isPending}
          onClick={() => end.mutate()}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
