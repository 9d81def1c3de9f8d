import type { KeyboardEvent, ReactNode } from 'react'

import type { Question } from '#domain/form/definition.ts'
import { questionTypeLabel } from '#domain/form/question-types.ts'
import { QuestionTypeIcon } from '#web/staff/forms/QuestionTypeIcon.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'

/** The controls of a card that keep the focus when the card moves. */
export type CardControl = 'open' | 'up' | 'down'
export const cardControlId = (questionId: string, control: CardControl) => `${control}-${questionId}`

type QuestionCardProps = {
  question: Question
  position: number
  count: number
  isOpen: boolean
  problemCount: number
  onOpen: () => void
  onMove: (by: -1 | 1, control: CardControl) => void
  onDuplicate: () => void
  onDelete: () => void
  children: ReactNode
}

export function QuestionCard(props: QuestionCardProps) {
  const { question, position, count, isOpen, problemCount, onOpen, onMove, onDuplicate, onDelete, children } = props
  const name = question.title || 'Untitled question'
  const tools: { id: CardControl | 'copy' | 'delete'; icon: IconName; words: string; isOff?: boolean; act: () => void }[] = [
    { id: 'up', icon: 'arrowUp', words: 'Move up', isOff: position === 1, act: () => onMove(-1, 'up') },
    { id: 'down', icon: 'arrowDown', words: 'Move down', isOff: position === count, act: () => onMove(1, 'down') },
    { id: 'copy', icon: 'copy', words: 'Duplicate', act: onDuplicate },
    { id: 'delete', icon: 'bin', words: 'Delete', act: onDelete },
  ]
  const moveByKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1, 'open')
  }
  return (
    <li className={isOpen ? 'question-card question-card--open' : 'question-card'}>
      <div className="question-card__head">
        <h2 className="question-card__heading">
          <button
            type="button"
            id={cardControlId(question.id, 'open')}
            className="question-card__open"
            aria-expanded={isOpen}
            aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
            onClick={onOpen}
            onKeyDown={moveByKey}
          >
            <span className="question-card__number">{position}</span>
            <QuestionTypeIcon type={question.type} />
            <span className="question-card__words">
              <span className={question.title ? 'question-card__title' : 'question-card__title muted'}>{name}</span>
              <span className="question-card__type">
                {questionTypeLabel(question.type)}
                {question.required ? '' : ' · Optional'}
                {question.category === 'feelings' ? ' · Feelings' : ''}
              </span>
            </span>
            {problemCount > 0 && (
              <Badge kind="danger" size="xs">
                {problemCount} to put right
              </Badge>
            )}
          </button>
        </h2>
        <div className="question-card__tools" role="group" aria-label={`Question ${position}`}>
          {tools.map(({ id, icon, words, isOff, act }) => (
            // Not `disabled`: at the end of the list it would drop the focus.
            <button
              key={id}
              type="button"
              id={`${id}-${question.id}`}
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
      </div>
      {isOpen && <div className="question-card__editor">{children}</div>}
    </li>
  )
}
