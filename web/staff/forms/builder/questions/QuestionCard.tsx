import { type KeyboardEvent, memo, type PointerEvent, type ReactNode } from 'react'

import { formatCount } from '#domain/amounts.ts'
import type { Row } from '#domain/form/editing/edit-definition.ts'
import { isAsked } from '#domain/form/path.ts'
import { questionTypeLabel } from '#domain/form/question-types.ts'
import { QuestionTypeIcon } from '#web/staff/forms/QuestionTypeIcon.tsx'
import { ConditionMark } from '#web/staff/forms/builder/logic/ShowIf.tsx'
import { optionWords, questionWords } from '#web/staff/forms/builder/words.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { classNames } from '#web/ui/class-names.ts'

import { type CardControl, cardControlId, type CardHandlers, type Goal } from './use-question-list.ts'

type QuestionCardProps = CardHandlers &
  Pick<Row, 'question' | 'number' | 'own' | 'isInside'> & {
    isFirst: boolean
    isLast: boolean
    isOpen: boolean
    isFolded: boolean
    problemCount: number
    /** the editor, while it is open */
    children?: ReactNode
  }

const keys: Record<string, Goal> = { ArrowUp: 'up', ArrowDown: 'down', Home: 'first', End: 'last' }

/** A form can have hundreds of cards, so a card renders only when its own props change. */
export const QuestionCard = memo(function QuestionCard(props: QuestionCardProps) {
  const { question, number, own, isInside, isFirst, isLast, isOpen, isFolded, problemCount, children } = props
  const { onOpen, onMove, onFold, onDrag } = props
  const { id, type, title } = question
  const name = title || questionWords.untitled(type)
  const Heading = isInside ? 'h3' : 'h2'
  const moveByKey = (event: KeyboardEvent, control: CardControl, isAlone: boolean) => {
    const goal = keys[event.key]
    if (!goal || event.altKey === isAlone || (!isAlone && (goal === 'first' || goal === 'last'))) return
    event.preventDefault()
    onMove(id, goal, control)
  }
  return (
    <div
      role="listitem"
      data-question={id}
      className={classNames(
        'question-card',
        type === 'section' && 'question-card--section',
        isInside && 'question-card--inside',
        isOpen && 'question-card--open',
      )}
    >
      <div className="question-card__head">
        <button
          type="button"
          id={cardControlId(id, 'handle')}
          className="question-card__handle"
          aria-label={questionWords.handle(name)}
          aria-describedby="how-to-move"
          title={questionWords.dragToMove}
          onPointerDown={(event: PointerEvent) => onDrag(event, id)}
          onKeyDown={(event) => moveByKey(event, 'handle', true)}
        >
          <Icon name="grip" />
        </button>
        {own > 0 && (
          <button
            type="button"
            className="icon-button question-card__fold"
            aria-expanded={!isFolded}
            aria-label={questionWords.inSection(name)}
            title={isFolded ? questionWords.showQuestions : questionWords.hideQuestions}
            onClick={() => onFold(id)}
          >
            <Icon name={isFolded ? 'chevronRight' : 'chevronDown'} />
          </button>
        )}
        <Heading className="question-card__heading">
          <button
            type="button"
            id={cardControlId(id, 'open')}
            className="question-card__open"
            aria-expanded={isOpen}
            aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
            onClick={() => onOpen(id)}
            onKeyDown={(event) => moveByKey(event, 'open', false)}
          >
            <span className="question-card__number">{number}</span>
            <QuestionTypeIcon type={type} />
            <span className="question-card__words">
              <span className={title ? 'question-card__title' : 'question-card__title muted'}>{name}</span>
              <span className="question-card__type">{typeWords(props)}</span>
              {problemCount > 0 && (
                <Badge kind="danger" size="xs">
                  {questionWords.problems(problemCount)}
                </Badge>
              )}
            </span>
          </button>
        </Heading>
        <CardTools {...props} name={name} isFirst={isFirst} isLast={isLast} />
      </div>
      <ConditionMark question={question} />
      {children && <div className="question-card__editor">{children}</div>}
    </div>
  )
})

function typeWords({ question, own }: Pick<QuestionCardProps, 'question' | 'own'>) {
  const { type, required, category } = question
  const words = [type === 'section' ? formatCount(own, 'question') : questionTypeLabel(type)]
  if (isAsked(question) && !required) words.push(questionWords.optional)
  if (category === 'feelings') words.push(questionWords.feelings)
  return words.join(' · ')
}

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
    { id: 'copy', icon: 'copy', words: questionWords.duplicate, act: () => onDuplicate(id) },
    { id: 'delete', icon: 'bin', words: questionWords.delete, act: () => onDelete(id) },
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
