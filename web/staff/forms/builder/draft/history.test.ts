import { expect, test } from 'vitest'

import { begin, change, redo, undo, type Work } from './history.ts'

const named = (title: string): Work => ({ title, description: '', type: 'general', draft: { questions: [] } })
const titleOf = ({ present }: { present: Work }) => present.title

test('FORM-3 what was done is undone and done again; letters of one title go together', () => {
  let history = begin(named(''))
  for (const title of ['T', 'Te', 'Tea']) history = change(history, named(title), 'title')
  history = change(history, named('Coffee'), 'paste')

  expect(titleOf(undo(history))).toBe('Tea')
  expect(titleOf(undo(undo(history)))).toBe('')
  expect(titleOf(undo(undo(undo(history))))).toBe('')
  expect(titleOf(redo(undo(history)))).toBe('Coffee')
  expect(titleOf(redo(history))).toBe('Coffee')
})

test('FORM-3 who goes back and then does something else goes on from there', () => {
  const history = change(undo(change(begin(named('a')), named('b'))), named('c'))

  expect([titleOf(history), titleOf(redo(history)), titleOf(undo(history))]).toEqual(['c', 'c', 'a'])
})
