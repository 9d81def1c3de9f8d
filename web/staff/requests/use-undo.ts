import { wordsOf } from '#web/api/refusal.ts'
import { notify } from '#web/ui/notify.ts'

import { useRefreshChanged } from './refresh-requests.ts'
import { undoWords } from './words.ts'

/**
 * What the button “Undo” of a message does: takes the change of these form requests back, and says so or why not. Also after the screen was left. A
 * string that `undo` resolves to is why it was not done.
 */
export function useUndo() {
  const refresh = useRefreshChanged()
  return (ids: readonly string[], undo: () => Promise<unknown>) => () =>
    void undo()
      .then(
        (refused) =>
          typeof refused === 'string'
            ? notify({ label: undoWords.failed(refused), kind: 'warning', timeout: 0 })
            : notify({ label: undoWords.done, kind: 'success' }),
        (error: Error) => notify({ label: undoWords.failed(wordsOf(error)), kind: 'danger', timeout: 0 }),
      )
      .finally(() => void refresh(ids))
}
