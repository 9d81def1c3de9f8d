import { Icon } from '#web/ui/Icon.tsx'

import type { Draft } from './use-draft.ts'

export function UndoRedo({ draft: { undo, redo } }: { draft: Draft }) {
  const steps = [
    { icon: 'undo', words: 'Undo', act: undo },
    { icon: 'redo', words: 'Redo', act: redo },
  ] as const
  return (
    <span className="builder__history">
      {steps.map(({ icon, words, act }) => (
        // Not `disabled`: a disabled button would lose the focus.
        <button
          key={icon}
          type="button"
          className="icon-button"
          aria-label={words}
          title={words}
          aria-disabled={!act}
          onClick={() => act?.()}
        >
          <Icon name={icon} />
        </button>
      ))}
    </span>
  )
}
