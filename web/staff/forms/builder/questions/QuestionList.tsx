import { Fragment, lazy, Suspense, useRef } from 'react'

import type { FormProblem } from '#domain/form/definition.ts'
import { changeQuestion } from '#domain/form/editing/edit-definition.ts'
import { questionTypeLabel, type QuestionTypeName, questionTypeNames, questionTypes } from '#domain/form/question-types.ts'
import { QuestionTypeIcon } from '#web/staff/forms/QuestionTypeIcon.tsx'
import type { Draft } from '#web/staff/forms/builder/draft/use-draft.ts'
import { QuestionEditor } from '#web/staff/forms/builder/editor/QuestionEditor.tsx'
import { type FormLogic, FormLogicContext } from '#web/staff/forms/builder/logic/form-logic.ts'
import { questionWords } from '#web/staff/forms/builder/words.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import { useStable } from '#web/ui/use-stable.ts'

import { QuestionCard } from './QuestionCard.tsx'
import { useDrag } from './use-drag.ts'
import { type Deleted, useQuestionList } from './use-question-list.ts'

const DeleteUsedDialog = lazy(async () => ({ default: (await import('./DeleteUsedDialog.tsx')).DeleteUsedDialog }))

type QuestionListProps = {
  draft: Draft
  logic: FormLogic
  problems: readonly FormProblem[]
  publishedTypes: ReadonlyMap<string, QuestionTypeName>
  openId: string | undefined
  onOpen: (id: string | undefined) => void
  folded: ReadonlySet<string>
  onFold: (folded: ReadonlySet<string>) => void
}

export function QuestionList({ draft, logic, problems, publishedTypes, openId, onOpen, folded, onFold }: QuestionListProps) {
  const list = useRef<HTMLOListElement>(null)
  const { rows, announcement, deleted, undoDelete, used, onDeleteUsed, onKeepUsed, dragged, ...handlers } = useQuestionList({
    draft,
    folded,
    onFold,
    onOpen,
    openId,
  })
  const onDrag = useDrag(list, dragged)
  const problemsOf = Map.groupBy(problems, ({ question }) => question)
  const edit = useStable((change: Parameters<typeof changeQuestion>[2], key?: string) => {
    if (openId !== undefined) draft.edit((definition) => changeQuestion(definition, openId, change), key)
  })
  return (
    <>
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
      <span className="visually-hidden" id="how-to-move">
        {questionWords.howToMove}
      </span>
      <ol className="question-list" ref={list}>
        {rows.map((row, index) => {
          const { length: _, ...shown } = row
          const { id } = row.question
          const isOpen = id === openId
          const own = problemsOf.get(id) ?? none
          return (
            <Fragment key={id}>
              {deleted?.row === index && <DeletedRow deleted={deleted} onUndo={undoDelete} />}
              <QuestionCard
                {...shown}
                {...handlers}
                onDrag={onDrag}
                isFirst={index === 0}
                isLast={index === rows.length - 1}
                isOpen={isOpen}
                isFolded={folded.has(id)}
                problemCount={own.length}
              >
                {isOpen && (
                  // Around the editor only: around the list, each change would be searched for in all its cards.
                  <FormLogicContext value={logic}>
                    <QuestionEditor question={row.question} publishedType={publishedTypes.get(id)} problems={own} onChange={edit} />
                  </FormLogicContext>
                )}
              </QuestionCard>
            </Fragment>
          )
        })}
        {deleted && deleted.row >= rows.length && <DeletedRow deleted={deleted} onUndo={undoDelete} />}
      </ol>
      <Suspense>{used && <DeleteUsedDialog used={used} onDelete={onDeleteUsed} onKeep={onKeepUsed} />}</Suspense>
    </>
  )
}

const none: readonly FormProblem[] = []

/** The message in place of a deleted question. */
const DeletedRow = ({ deleted, onUndo }: { deleted: Deleted; onUndo: () => void }) => (
  <li>
    <Alert
      actions={
        <Button id="undo-delete" size="sm" onClick={onUndo}>
          {questionWords.undo}
        </Button>
      }
    >
      {deleted.words}
    </Alert>
  </li>
)

type AddQuestionProps = {
  /** a sentence that names the question before the new one */
  place?: string | undefined
  onAdd: (type: QuestionTypeName) => void
}

/** The question types as buttons, for a form without questions. */
export const TypeButtons = ({ onAdd }: Pick<AddQuestionProps, 'onAdd'>) => (
  <div className="type-buttons">
    {questionTypeNames.map((type) => (
      <Button key={type} size="sm" onClick={() => onAdd(type)}>
        <QuestionTypeIcon type={type} /> {questionTypeLabel(type)}
      </Button>
    ))}
  </div>
)

/** The question-type selector. */
export function AddQuestion({ place, onAdd }: AddQuestionProps) {
  return (
    <Disclosure label={questionWords.add} className="button button--primary button--sm">
      {(close) => (
        <>
          {place && <p className="question-types__place">{place}</p>}
          <ul className="question-types" aria-label={questionWords.types}>
            {questionTypeNames.map((type) => (
              <li key={type}>
                <button
                  type="button"
                  className="row-button question-types__type"
                  onClick={() => {
                    close()
                    onAdd(type)
                  }}
                >
                  <QuestionTypeIcon type={type} />
                  <span>
                    {questionTypeLabel(type)}
                    <span className="question-types__example">{questionTypes[type].example}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Disclosure>
  )
}
