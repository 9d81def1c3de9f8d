import { wordsOf } from '#web/api/refusal.ts'
import { draftWords } from '#web/staff/forms/builder/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'

import type { Draft } from './use-draft.ts'

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** Shows whether the draft is saved. Only a failure is announced to screen readers, because the draft saves itself often. */
export function SaveStatus({ draft: { saveState: state, conflict, flush } }: { draft: Draft }) {
  if (state.kind === 'failed')
    return (
      <span className="save-status save-status--failed" role="alert">
        <Icon name="error" /> {conflict ? draftWords.notSaved : draftWords.notSavedBecause(wordsOf(state.error))}
        {!conflict && (
          <Button kind="link" size="sm" onClick={() => void flush()}>
            {draftWords.tryAgain}
          </Button>
        )}
      </span>
    )
  return (
    <span className="save-status">
      {state.kind === 'saved' ? <Icon name="tick" /> : <Icon name="clock" />}
      {state.kind === 'saved' ? (state.at ? draftWords.savedAt(clock.format(state.at)) : 'Saved') : 'Saving…'}
    </span>
  )
}
