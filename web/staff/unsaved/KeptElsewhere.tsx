import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import { formatDateTime } from '#domain/dates.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'

import { discardDraft, draftsQuery } from './drafts.ts'

/** On the first screen after signing in: every draft that was not saved, with the way back to it (IDLE-4). */
export function KeptElsewhere() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const { data } = useQuery({ ...draftsQuery, enabled: false })
  const drafts = data?.docs ?? []
  if (drafts.length === 0) return null
  const titleOf = (screen: string) => {
    const [matched] = router.getMatchedRoutes(new URL(screen, location.origin).pathname)
    return matched.at(-1)?.options.staticData?.title ?? screen
  }
  return (
    <div className="kept-note">
      <Alert kind="info" title="You have unsaved changes">
        <ul>
          {drafts.map((draft) => (
            <li key={`${draft.screen}#${draft.form}`}>
              <span>
                {titleOf(draft.screen)}, {formatDateTime(draft.keptAt)}
              </span>
              <ButtonLink size="sm" href={draft.screen}>
                Continue editing
              </ButtonLink>
              <Button kind="link" size="sm" onClick={() => discardDraft(queryClient, draft)}>
                Discard
              </Button>
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  )
}
