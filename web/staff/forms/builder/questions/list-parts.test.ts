import { describe, expect, test } from 'vitest'

import type { Question } from '#domain/form/definition.ts'
import { blankQuestion, outline } from '#domain/form/editing/edit-definition.ts'

import { areAlike, type Part, partsOf } from './list-parts.ts'

const ids: string[] = Array.from({ length: 300 }, (_, n) => `q${n}`)
const partsWith = (of: readonly string[]) =>
  partsOf(
    outline(
      of.map((id) => blankQuestion(id, 'free_text')),
      new Set(),
    ),
  )
const idsOf = ({ rows }: Part) => rows.map(({ question }) => question.id).join()

describe('The parts of the question list', () => {
  test('300 questions are drawn in parts of which none is long, in the order of the form (PERF-4, FORM-3)', () => {
    const parts = partsWith(ids)

    expect(parts.map(idsOf).join()).toBe(ids.join())
    expect(parts.map(({ at }) => at)).toEqual(parts.map((_, index) => parts.slice(0, index).flatMap(({ rows }) => rows).length))
    expect(parts.length).toBeGreaterThan(8)
    expect(Math.max(...parts.map(({ rows }) => rows.length))).toBeLessThan(100)
  })

  test('a question that is added, deleted or moved changes only the parts that it is in (PERF-4, FORM-3)', () => {
    const before = new Set(partsWith(ids).map(idsOf))
    const changes = [ids.toSpliced(150, 0, 'added'), ids.toSpliced(150, 1), ids.toSpliced(150, 1).toSpliced(151, 0, ids[150])]

    for (const changed of changes) expect(partsWith(changed).filter((part) => !before.has(idsOf(part))).length).toBeLessThanOrEqual(2)
  })

  test('rows are alike only when nothing of their cards differs (PERF-4)', () => {
    const questions = ids.slice(0, 3).map((id) => blankQuestion(id, 'free_text'))
    const rows = outline(questions, new Set())
    const [first, ...later] = questions as [Question, ...Question[]] // three were made

    expect(areAlike(rows, outline(questions, new Set()))).toBe(true)
    expect(areAlike(rows, outline([{ ...first, title: 'Other' }, ...later], new Set()))).toBe(false)
    expect(areAlike(rows.slice(1), outline(later, new Set()))).toBe(false) // their numbers differ
    expect(areAlike(rows, rows.slice(1))).toBe(false)
  })
})
