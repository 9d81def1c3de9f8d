import type { Row } from '#domain/form/editing/edit-definition.ts'
import { optionWords } from '#web/staff/forms/builder/words.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'

import type { CardControl, CardHandlers } from './card-handlers.ts'

type CardToolsProps = Pick<CardHandlers, 'onMove' | 'onDuplicate' | 'onDelete'> & {
  question: Row['question']
  name: string
  isFirst: boolean
  isLast: boolean
}
type Tool = { id: CardControl | 'copy' | 'delete'; icon: IconName; words: string; isOff?: boolean; act: () => void }

export function CardTools({ question: { id }, name, isFirst, isLast, onMove, onDuplicate, onDelete }: CardToolsProps) {
  const tools: Tool[] = [
    { id: 'up', icon: 'arrowUp', words: optionWords.moveUp, isOff: isFirst, act: () => onMove(id, 'up', 'up') },
    { id: 'down', icon: 'arrowDown', words: optionWords.moveDown, isOff: isLast, act: () => onMove(id, 'down', 'down') },
    { id: 'copy', icon: 'copy', words: 'Duplicate', act: () => onDuplicate(id) },
    { id: 'delete', icon: 'bin', words: 'Delete', act: () => onDelete(id) },
  ]
  return (
    <div className="question-card__tools" role="group" aria-label={name}>
      {tools.map(({ id: tool, icon, words, isOff, act }) => (
        // Not `disabled`: a disabled button would lose the focus.
        <button
          key={tool}
          type="button"
          id={`${tool}-${id}`}
          className="icon-button"
          aria-label={`${words}: ${name}`}
          title={words}
          aria-disabled={isOff || undefined}
          onClick={() => !isOff && act()}
        >
          <Icon name={icon} />
        </button>
      ))}
    </div>
  )
}
