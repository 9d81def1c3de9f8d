import { useState } from 'react'

import type { FormProblem } from '#domain/form/form-problem.ts'
import type { Question } from '#domain/form/definition.ts'
import { changeQuestion, duplicateQuestion, moved, removeQuestion } from '#domain/form/edit-definition.ts'
import type { QuestionTypeName } from '#domain/form/question-types.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'

import { focusSoon, newId } from '#web/staff/forms/builder/new-id.ts'
import { cardControlId, QuestionCard, type CardControl } from './QuestionCard.tsx'
import { QuestionEditor, titleFieldId } from '#web/staff/forms/builder/editor/QuestionEditor.tsx'
import type { Draft } from '#web/staff/forms/builder/draft/use-draft.ts'

type QuestionListProps = {
  draft: Draft
  problems: readonly FormProblem[]
  publishedTypes: ReadonlyMap<string, QuestionTypeName>
  openId: string | undefined
  onOpen: (id: string | undefined) => void
}

export function QuestionList({ draft, problems, publishedTypes, openId, onOpen }: QuestionListProps) {
  const [said, setSaid] = useState('')
  const [deleted, setDeleted] = useState<{ id: string; name: string; leaving: readonly Question[] }>()
  const { questions } = draft.work.draft
  const nameOf = ({ title }: Question) => title || 'Untitled question'

  const move = (index: number, by: -1 | 1, control: CardControl) => {
    const question = questions[index]
    if (!question || !questions[index + by]) return
    draft.edit((definition) => ({ ...definition, questions: moved(definition.questions, index, by) }))
    setSaid(`${nameOf(question)} is now question ${index + by + 1} of ${questions.length}.`)
    focusSoon(cardControlId(question.id, control))
  }
  const duplicate = (question: Question) => {
    const id = newId()
    draft.edit((definition) => duplicateQuestion(definition, question.id, id))
    onOpen(id)
    setSaid(`${nameOf(question)} was duplicated.`)
    focusSoon(titleFieldId(id))
  }
  const remove = (question: Question) => {
    const left = removeQuestion(draft.work.draft, question.id)
    draft.edit(() => left)
    setDeleted({ id: question.id, name: nameOf(question), leaving: left.questions })
    focusSoon('undo-delete')
  }
  return (
    <>
      <span className="visually-hidden" role="status">
        {said}
      </span>
      {/* Offered until something else is done: then Undo would bring back something else. */}
      {deleted?.leaving === questions && draft.undo && (
        <Alert
          actions={
            <Button
              id="undo-delete"
              size="sm"
              onClick={() => {
                draft.undo?.()
                setSaid(`${deleted.name} is back.`)
                focusSoon(cardControlId(deleted.id, 'open'))
              }}
            >
              Undo
            </Button>
          }
        >
          “{deleted.name}” was deleted.
        </Alert>
      )}
      <ol className="question-list">
        {questions.map((question, index) => {
          const own = problems.filter((problem) => problem.question === question.id)
          return (
            <QuestionCard
              key={question.id}
              question={question}
              position={index + 1}
              count={questions.length}
              isOpen={question.id === openId}
              problemCount={own.length}
              onOpen={() => onOpen(question.id === openId ? undefined : question.id)}
              onMove={(by, control) => move(index, by, control)}
              onDuplicate={() => duplicate(question)}
              onDelete={() => remove(question)}
            >
              <QuestionEditor
                question={question}
                publishedType={publishedTypes.get(question.id)}
                problems={own}
                onChange={(changed, key) => draft.edit((definition) => changeQuestion(definition, question.id, changed), key)}
              />
            </QuestionCard>
          )
        })}
      </ol>
    </>
  )
}
