import { describe, expect, test } from 'vitest'

import { blankQuestion } from '#domain/form/editing/edit-definition.ts'

import { begin, change, rebase, redo, undo, type Work } from './history.ts'

const named = (title: string): Work => ({ title, description: '', type: 'general', draft: { questions: [] } })
const titleOf = ({ present }: { present: Work }) => present.title

describe('The history of a draft', () => {
  test('changes are undone and redone, and the letters of one title are one step (FORM-3)', () => {
    let history = begin(named(''))
    for (const title of ['T', 'Te', 'Tea']) history = change(history, named(title), 'title')
    history = change(history, named('Coffee'), 'paste')

    expect(titleOf(undo(history))).toBe('Tea')
    expect(titleOf(undo(undo(history)))).toBe('')
    expect(titleOf(undo(undo(undo(history))))).toBe('')
    expect(titleOf(redo(undo(history)))).toBe('Coffee')
    expect(titleOf(redo(history))).toBe('Coffee')
  })

  test('a change after an undo discards the undone steps (FORM-3)', () => {
    const history = change(undo(change(begin(named('a')), named('b'))), named('c'))

    expect([titleOf(history), titleOf(redo(history)), titleOf(undo(history))]).toEqual(['c', 'c', 'a'])
  })

  test('a colleague’s saved changes survive every undo (FORM-3)', () => {
    const work = (title: string, ...questions: string[]): Work => ({
      ...named(title),
      draft: { questions: questions.map((id) => blankQuestion(id, 'free_text')) },
    })
    const base = work('Tea', 'a')
    const here = change(change(begin(base), work('Coffee', 'a')), work('Coffee', 'a', 'mine'))

    const joined = rebase(here, base, work('Tea', 'theirs', 'a'))

    const shown = ({ present: { title, draft } }: { present: Work }) => [title, ...draft.questions.map(({ id }) => id)].join(' ')
    expect(shown(joined)).toBe('Coffee theirs a mine')
    expect(shown(undo(joined))).toBe('Coffee theirs a')
    expect(shown(undo(undo(joined)))).toBe('Tea theirs a')
    expect(shown(redo(undo(joined)))).toBe('Coffee theirs a mine')
    expect(shown(rebase(begin(work('Mine')), work('Was'), work('Theirs')))).toBe('Mine')
  })
})
