import { type PointerEvent, useMemo, useState } from 'react'

import type { Question } from '#domain/form/definition.ts'
import { duplicateQuestions, movedTo, outline, removeQuestions, type Row } from '#domain/form/editing/edit-definition.ts'
import { type Use, usesOf } from '#domain/form/editing/uses-of.ts'
import { formLimits } from '#domain/form/question.ts'
import type { Draft } from '#web/staff/forms/builder/draft/use-draft.ts'
import { titleFieldId } from '#web/staff/forms/builder/editor/QuestionEditor.tsx'
import { focusSoon, newId } from '#web/staff/forms/builder/new-id.ts'
import { questionWords } from '#web/staff/forms/builder/words.ts'
import { useStable } from '#web/ui/use-stable.ts'

/** The controls of a card. The control that moved the card keeps the focus. */
export type CardControl = 'open' | 'up' | 'down' | 'handle'
export const cardControlId = (questionId: string, control: CardControl) => `${control}-${questionId}`

/** Where a question can move to. */
export type Goal = 'up' | 'down' | 'first' | 'last'

/** The actions of a card, by the id of its question. */
export type CardHandlers = {
  onOpen: (id: string) => void
  onMove: (id: string, goal: Goal, control: CardControl) => void
  onDuplicate: (id: string) => void
  onDelete: (id: string) => void
  onFold: (id: string) => void
  onDrag: (event: PointerEvent, id: string) => void
}

type QuestionListState = {
  draft: Draft
  folded: ReadonlySet<string>
  onFold: (folded: ReadonlySet<string>) => void
  openId: string | undefined
  onOpen: (id: string | undefined) => void
}
/** A question that is deleted only once the user has seen what uses its answer. */
export type UsedQuestion = { id: string; name: string; uses: readonly Use[] }
export type Deleted = { id: string; words: string; row: number; leaving: readonly Question[] }

/** The name of a question, with the number of questions inside a collapsed section. */
function nameOf({ question: { title, type }, length }: Row) {
  const name = title || questionWords.untitled(type)
  return length === 1 ? name : questionWords.withQuestions(name, length - 1)
}

/** The actions on the rows of the list. The row of a collapsed section stands for all its questions. */
export function useQuestionList({ draft, folded, onFold, openId, onOpen }: QuestionListState) {
  const [announcement, announce] = useState('')
  const [deleted, setDeleted] = useState<Deleted>()
  const [used, setUsed] = useState<UsedQuestion>()
  const { questions } = draft.work.draft
  const rows = useMemo(() => outline(questions, folded), [questions, folded])
  const rowOf = (id: string) => rows.findIndex(({ question }) => question.id === id)

  const put = (row: Row, before: number) => {
    const order = movedTo(questions, row.at, row.length, before)
    if (order === questions) return
    draft.edit((definition) => ({ ...definition, questions: [...order] }))
    // A collapsed section opens when questions were moved in or out.
    const was = new Map(rows.map(({ question, own }) => [question.id, own]))
    const changed = outline(order, folded).filter(({ question, own }) => folded.has(question.id) && was.get(question.id) !== own)
    if (changed.length > 0) onFold(new Set([...folded].filter((id) => changed.every(({ question }) => question.id !== id))))
    announce(questionWords.position(nameOf(row), order.indexOf(row.question) + 1, questions.length))
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
  // Stable, because a drag that began before another user's questions were merged must not put back the list of its beginning.
  const onDrop = useStable((id: string, beforeId: string | undefined) => {
    const row = rows[rowOf(id)]
    if (!row) return
    const before = rows.find(({ question }) => question.id === beforeId)?.at ?? questions.length
    if (before >= row.at && before <= row.at + row.length) announce(questionWords.notMoved(nameOf(row)))
    put(row, before)
    focusSoon(cardControlId(id, 'handle'))
  })
  const announceFor = (words: (name: string) => string) => (id: string) => {
    const row = rows[rowOf(id)]
    if (row) announce(words(nameOf(row)))
  }
  const onDuplicate = useStable((id: string) => {
    const row = rows[rowOf(id)]
    if (!row) return
    if (questions.length + row.length > formLimits.questions) return announce(questionWords.limit(formLimits.questions))
    const ids = Array.from({ length: row.length }, newId)
    const [first = ''] = ids
    draft.edit((definition) => duplicateQuestions(definition, row.at, row.length, takeFrom(ids)))
    if (row.length > 1) onFold(new Set([...folded, first]))
    onOpen(first)
    announce(questionWords.duplicated(nameOf(row)))
    focusSoon(titleFieldId(first))
  })
  const idsOf = (row: Row) => new Set(questions.slice(row.at, row.at + row.length).map((question) => question.id))
  const remove = (id: string) => {
    const index = rowOf(id)
    const row = rows[index]
    setUsed(undefined)
    if (!row) return
    const left = removeQuestions(draft.work.draft, idsOf(row))
    draft.edit(() => left)
    setDeleted({ id, words: questionWords.deleted(nameOf(row)), row: index, leaving: left.questions })
    focusSoon('undo-delete')
  }
  const onDelete = useStable((id: string) => {
    const row = rows[rowOf(id)]
    if (!row) return
    const uses = usesOf(draft.work.draft, idsOf(row))
    if (uses.length > 0) setUsed({ id, name: nameOf(row), uses })
    else remove(id)
  })
  return {
    rows,
    announcement,
    /** Offered until the next change, because Undo would then restore something else. */
    deleted: deleted?.leaving === questions && draft.undo ? deleted : undefined,
    used,
    onDeleteUsed: () => used && remove(used.id),
    onKeepUsed: () => setUsed(undefined),
    undoDelete: () => {
      if (!deleted) return
      draft.undo?.()
      announce(questionWords.restored)
      focusSoon(cardControlId(deleted.id, 'open'))
    },
    dragged: {
      onDrop,
      onStart: announceFor(questionWords.moving),
      onCancel: announceFor(questionWords.notMoved),
    },
    onMove,
    onDuplicate,
    onDelete,
    onOpen: useStable((id: string) => onOpen(id === openId ? undefined : id)),
    onFold: useStable((id: string) => onFold(new Set(folded.has(id) ? [...folded].filter((one) => one !== id) : [...folded, id]))),
  }
}

/** Returns the ids in turn, and starts again at the end: React may run an update function twice. */
const takeFrom = (ids: readonly string[]) => {
  let taken = 0
  return () => ids[taken++ % ids.length] ?? ''
}
