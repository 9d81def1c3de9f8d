import { lazy, Suspense, useRef } from 'react'

import type { FormProblem } from '#domain/form/definition.ts'
import { changeQuestion } from '#domain/form/editing/edit-definition.ts'
import { questionTypeLabel, type QuestionTypeName, questionTypeNames, questionTypes } from '#domain/form/question-types.ts'
import { QuestionTypeIcon } from '#web/staff/forms/QuestionTypeIcon.tsx'
import type { Draft } from '#web/staff/forms/builder/draft/use-draft.ts'
import { QuestionEditor } from '#web/staff/forms/builder/editor/QuestionEditor.tsx'
import { type FormLogic, FormLogicContext } from '#web/staff/forms/builder/logic/form-logic.ts'
import { questionWords } from '#web/staff/forms/builder/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import { useStable } from '#web/ui/use-stable.ts'

import { useParts } from './list-parts.ts'
import { DeletedRow, ListPart } from './ListPart.tsx'
import { useDrag } from './use-drag.ts'
import { useQuestionList } from './use-question-list.ts'

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
  const list = useRef<HTMLDivElement>(null)
  const { rows, announcement, deleted, undoDelete, used, onDeleteUsed, onKeepUsed, dragged, ...acts } = useQuestionList({
    draft,
    folded,
    onFold,
    onOpen,
    openId,
  })
  const onDrag = useDrag(list, dragged)
  const parts = useParts(rows)
  const edit = useStable((change: Parameters<typeof changeQuestion>[2], key?: string) => {
    if (openId !== undefined) draft.edit((definition) => changeQuestion(definition, openId, change), key)
  })
  const deletedRow = deleted && <DeletedRow words={deleted.words} onUndo={undoDelete} />
  const open = rows.find(({ question }) => question.id === openId)?.question
  const editor = open && (
    // Around the editor only: around the list, each change would be searched for in all its cards.
    <FormLogicContext value={logic}>
      <QuestionEditor
        question={open}
        publishedType={publishedTypes.get(open.id)}
        problems={problems.filter(({ question }) => question === open.id)}
        onChange={edit}
      />
    </FormLogicContext>
  )
  return (
    <>
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
      <span className="visually-hidden" id="how-to-move">
        {questionWords.howToMove}
      </span>
      {/* Not `ol` and `li`: a part may stand between a list and its items only where they have their roles by attribute. */}
      <div role="list" className="question-list" ref={list}>
        {parts.map(({ key, at, rows: own }, index) => {
          const ids = new Set(own.map(({ question }) => question.id))
          const isLast = index === parts.length - 1
          const hasDeleted = deleted && deleted.row >= at && (isLast || deleted.row < at + own.length)
          const isOpen = openId !== undefined && ids.has(openId)
          const problemsHere = problems.filter(({ question }) => question !== undefined && ids.has(question))
          return (
            <ListPart
              key={key}
              rows={own}
              {...acts}
              onDrag={onDrag}
              folded={folded}
              problems={problemsHere.length > 0 ? problemsHere : none}
              isFirst={index === 0}
              isLast={isLast}
              openId={isOpen ? openId : undefined}
              editor={isOpen && editor}
              deletedAt={hasDeleted ? deleted.row - at : undefined}
              deleted={hasDeleted && deletedRow}
            />
          )
        })}
        {parts.length === 0 && deletedRow}
      </div>
      <Suspense>{used && <DeleteUsedDialog used={used} onDelete={onDeleteUsed} onKeep={onKeepUsed} />}</Suspense>
    </>
  )
}

const none: readonly FormProblem[] = []

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
