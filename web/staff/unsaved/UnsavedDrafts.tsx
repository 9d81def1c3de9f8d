import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import { formatDateTime } from '#domain/moments.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'

import { discardDraft, draftsQuery } from './drafts.ts'
import { unsavedDraftsWords } from './words.ts'

/** The drafts that were not saved, with a link to each form. Shown on the first screen after the sign-in (IDLE-4). */
export function UnsavedDrafts() {
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
    <div className="draft-note">
      <Alert kind="info" title={unsavedDraftsWords.title}>
        <ul>
          {drafts.map((draft) => (
            <li key={`${draft.screen}#${draft.form}`}>
              <span>{unsavedDraftsWords.draft(titleOf(draft.screen), formatDateTime(draft.keptAt))}</span>
              <ButtonLink size="sm" href={draft.screen}>
                {unsavedDraftsWords.continue}
              </ButtonLink>
              <Button kind="link" size="sm" onClick={() => discardDraft(queryClient, draft)}>
                {unsavedDraftsWords.discard}
              </Button>
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  )
}
