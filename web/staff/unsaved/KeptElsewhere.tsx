import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'

import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Row } from '#web/ui/Layout.tsx'

import { discardDraft, draftsQuery } from './drafts.ts'

/** After an end that nobody chose one comes back to the origin: the way from there to what was not saved (IDLE-4). */
export function KeptElsewhere() {
  const queryClient = useQueryClient()
  const { data } = useQuery({ ...draftsQuery, enabled: false })
  const here = useRouterState({ select: ({ location }) => location.pathname + location.searchStr })
  const [newest] = data?.docs ?? []
  if (!newest || data?.docs.some(({ screen }) => screen === here)) return null
  const actions = (
    <Row>
      <ButtonLink href={newest.screen}>Go on with it</ButtonLink>
      <Button kind="link" onClick={() => discardDraft(queryClient, newest)}>
        Let it go
      </Button>
    </Row>
  )
  return (
    <Alert kind="info" title="We kept what you had typed" actions={actions}>
      Something you had typed was not saved when you were last here.
    </Alert>
  )
}
