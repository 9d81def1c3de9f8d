import { Fragment, memo, type ReactNode } from 'react'

import type { FormProblem } from '#domain/form/definition.ts'
import type { Row } from '#domain/form/editing/edit-definition.ts'
import { questionWords } from '#web/staff/forms/builder/words.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'

import { areAlike } from './list-parts.ts'
import { QuestionCard } from './QuestionCard.tsx'
import type { CardHandlers } from './use-question-list.ts'

type ListPartProps = CardHandlers & {
  rows: readonly Row[]
  folded: ReadonlySet<string>
  /** the problems to show of the questions in this part */
  problems: readonly FormProblem[]
  isFirst: boolean
  isLast: boolean
  /** the open question, if it is in this part, and its editor */
  openId: string | undefined
  editor: ReactNode
  /** before which row of the part the message about a deleted question stands; undefined for none */
  deletedAt: number | undefined
  deleted: ReactNode
}

/** Some cards of the list. They are rendered again only when one of them changes, and drawn only near the window. */
export const ListPart = memo(function ListPart(props: ListPartProps) {
  const { rows, folded, problems, isFirst, isLast, openId, editor, deletedAt, deleted, ...handlers } = props
  const problemsOf = Map.groupBy(problems, ({ question }) => question)
  return (
    <div
      className={classNames('question-list__part', openId !== undefined && 'question-list__part--open')}
      style={{ containIntrinsicBlockSize: `auto ${rows.length * rowRem}rem` }}
    >
      {rows.map(({ question, number, own, isInside }, index) => (
        <Fragment key={question.id}>
          {deletedAt === index && deleted}
          <QuestionCard
            {...{ question, number, own, isInside }}
            {...handlers}
            isFirst={isFirst && index === 0}
            isLast={isLast && index === rows.length - 1}
            isOpen={question.id === openId}
            isFolded={folded.has(question.id)}
            problemCount={problemsOf.get(question.id)?.length ?? 0}
          >
            {question.id === openId && editor}
          </QuestionCard>
        </Fragment>
      ))}
      {deletedAt !== undefined && deletedAt >= rows.length && deleted}
    </div>
  )
}, areSame)

/** The height of a closed card and the gap after it. */
const rowRem = 3

/** A part of the same rows is the same, although the list makes new ones at every change. */
function areSame({ rows: before, ...one }: ListPartProps, { rows, ...other }: ListPartProps) {
  return areAlike(before, rows) && Object.entries(other).every(([name, value]) => Object.is(value, one[name as keyof typeof one]))
}

/** The message in place of a deleted question. */
export const DeletedRow = ({ words, onUndo }: { words: string; onUndo: () => void }) => (
  <div role="listitem">
    <Alert
      actions={
        <Button id="undo-delete" size="sm" onClick={onUndo}>
          {questionWords.undo}
        </Button>
      }
    >
      {words}
    </Alert>
  </div>
)
