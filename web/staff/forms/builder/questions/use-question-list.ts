import { useMemo, useState } from 'react'

import { formatCount } from '#domain/amounts.ts'
import type { Question } from '#domain/form/definition.ts'
import { duplicateQuestions, movedTo, outline, removeQuestions, type Row } from '#domain/form/editing/edit-definition.ts'
import { formLimits } from '#domain/form/question.ts'
import type { Draft } from '#web/staff/forms/builder/draft/use-draft.ts'
import { titleFieldId } from '#web/staff/forms/builder/editor/QuestionEditor.tsx'
import { focusSoon, newId } from '#web/staff/forms/builder/new-id.ts'
import { useStable } from '#web/ui/use-stable.ts'

import { cardControlId, type CardControl, type Goal } from './card-handlers.ts'

type QuestionListState = {
  draft: Draft
  folded: ReadonlySet<string>
  onFold: (folded: ReadonlySet<string>) => void
  openId: string | undefined
  onOpen: (id: string | undefined) => void
}
export type Deleted = { id: string; words: string; row: number; leaving: readonly Question[] }

/** A question's name, with how many it takes along. */
function nameOf({ question: { title, type }, length }: Row) {
  const name = title || (type === 'section' ? 'Untitled section' : 'Untitled question')
  return length === 1 ? name : `${name} with its ${formatCount(length - 1, 'question')}`
}

/** What is done to the questions of a list: to what a row stands for, which for a folded section is all of it. */
export function useQuestionList({ draft, folded, onFold, openId, onOpen }: QuestionListState) {
  const [said, setSaid] = useState('')
  const [deleted, setDeleted] = useState<Deleted>()
  const { questions } = draft.work.draft
  const rows = useMemo(() => outline(questions, folded), [questions, folded])
  const rowOf = (id: string) => rows.findIndex(({ question }) => question.id === id)

  const put = (row: Row, before: number) => {
    const order = movedTo(questions, row.at, row.length, before)
    if (order === questions) return
    draft.edit((definition) => ({ ...definition, questions: [...order] }))
    // A folded section that gained or lost something shows what it has now.
    const was = new Map(rows.map(({ question, own }) => [question.id, own]))
    const changed = outline(order, folded).filter(({ question, own }) => folded.has(question.id) && was.get(question.id) !== own)
    if (changed.length > 0) onFold(new Set([...folded].filter((id) => changed.every(({ question }) => question.id !== id))))
    setSaid(`${nameOf(row)} is now at place ${order.indexOf(row.question) + 1} of ${questions.length}.`)
  }
  const placeOf = (index: number, goal: Goal) => {
    const next = rows[index + 1]
    const places = { up: rows[index - 1]?.at, down: next && next.at + next.length, first: 0, last: questions.length }
    return places[goal]
  }
  const onMove = useStable((id: string, goal: Goal, control: CardControl) => {
    const index = rowOf(id)
    const [row, before] = [rows[index], placeOf(index, goal)]
    if (!row || before === undefined) return
    put(row, before)
    focusSoon(cardControlId(id, control))
  })
  const onDrop = (id: string, beforeId: string | undefined) => {
    const row = rows[rowOf(id)]
    if (!row) return
    const before = rows.find(({ question }) => question.id === beforeId)?.at ?? questions.length
    if (before >= row.at && before <= row.at + row.length) setSaid(`${nameOf(row)} stays where it was.`)
    put(row, before)
    focusSoon(cardControlId(id, 'handle'))
  }
  const sayOf = (words: (name: string) => string) => (id: string) => {
    const row = rows[rowOf(id)]
    if (row) setSaid(words(nameOf(row)))
  }
  const onDuplicate = useStable((id: string) => {
    const row = rows[rowOf(id)]
    if (!row) return
    if (questions.length + row.length > formLimits.questions) return setSaid(`A form can have ${formLimits.questions} questions at most.`)
    const ids = Array.from({ length: row.length }, newId)
    const [first = ''] = ids
    draft.edit((definition) => duplicateQuestions(definition, row.at, row.length, takeFrom(ids)))
    if (row.length > 1) onFold(new Set([...folded, first]))
    onOpen(first)
    setSaid(`${nameOf(row)} was duplicated.`)
    focusSoon(titleFieldId(first))
  })
  const onDelete = useStable((id: string) => {
    const index = rowOf(id)
    const row = rows[index]
    if (!row) return
    const left = removeQuestions(draft.work.draft, new Set(questions.slice(row.at, row.at + row.length).map((question) => question.id)))
    draft.edit(() => left)
    setDeleted({ id, words: `“${nameOf(row)}” was deleted.`, row: index, leaving: left.questions })
    focusSoon('undo-delete')
  })
  return {
    rows,
    said,
    /** Offered until something else is done: then Undo would bring back something else. */
    deleted: deleted?.leaving === questions && draft.undo ? deleted : undefined,
    undoDelete: () => {
      if (!deleted) return
      draft.undo?.()
      setSaid('It is back.')
      focusSoon(cardControlId(deleted.id, 'open'))
    },
    dragged: {
      onDrop,
      onStart: sayOf((name) => `Moving ${name}. Escape leaves it where it was.`),
      onCancel: sayOf((name) => `${name} stays where it was.`),
    },
    onMove,
    onDuplicate,
    onDelete,
    onOpen: useStable((id: string) => onOpen(id === openId ? undefined : id)),
    onFold: useStable((id: string) => onFold(new Set(folded.has(id) ? [...folded].filter((one) => one !== id) : [...folded, id]))),
  }
}

/** One after the other, and the same again for whoever asks twice: React may work out a change twice. */
const takeFrom = (ids: readonly string[]) => {
  let taken = 0
  return () => ids[taken++ % ids.length] ?? ''
}
