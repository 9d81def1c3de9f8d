import { wordsOf } from '#web/api/refusal.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'

import type { Draft } from './use-draft.ts'

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** Whether what is on the screen is safe. Only what went wrong is read out: saving happens all the time. */
export function SaveStatus({ draft: { saveState: state, conflict, flush } }: { draft: Draft }) {
  if (state.kind === 'failed')
    return (
      <span className="save-status save-status--failed" role="alert">
        <Icon name="error" /> Not saved{conflict ? '' : `: ${wordsOf(state.error)}`}
        {!conflict && (
          <Button kind="link" size="sm" onClick={() => void flush()}>
            Try again
          </Button>
        )}
      </span>
    )
  return (
    <span className="save-status">
      {state.kind === 'saved' ? <Icon name="tick" /> : <Icon name="clock" />}
      {state.kind === 'saved' ? `Saved${state.at ? ` ${clock.format(state.at)}` : ''}` : 'Saving…'}
    </span>
  )
}
