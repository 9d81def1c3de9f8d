import { describe, expect, test } from 'vitest'

import { createAutosave, type SaveState } from './draft-saver.ts'

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

function open(save: (text: string) => Promise<void> = async () => {}) {
  const saves: string[] = []
  const states: SaveState['kind'][] = []
  const autosave = createAutosave(
    '',
    async (text: string) => {
      saves.push(text)
      await save(text)
      return text
    },
    ({ kind }) => states.push(kind),
    20,
  )
  return { autosave, saves, states }
}

describe('createAutosave', () => {
  test('a word is saved once it is typed, not letter by letter (FORM-3)', async () => {
    const { autosave, saves, states } = open()
    for (const text of ['t', 'te', 'tea']) autosave.set(text)
    await wait(60)

    expect(saves).toEqual(['tea'])
    expect(states.at(-1)).toBe('saved')
  })

  test('an entry during a save is saved after it, never at the same time (FORM-3)', async () => {
    let atOnce = 0
    let most = 0
    const { autosave, saves } = open(async () => {
      most = Math.max(most, ++atOnce)
      await wait(30)
      atOnce--
    })
    autosave.set('tea')
    void autosave.flush()
    autosave.set('tea and milk')

    expect(await autosave.flush()).toBe(true)
    expect([saves, most, autosave.isSaved()]).toEqual([['tea', 'tea and milk'], 1, true])
  })

  test('a save that fails is repeated by the next save (FORM-3)', async () => {
    let isOffline = true
    const { autosave, saves, states } = open(async () => {
      if (isOffline) throw new Error('offline')
    })
    autosave.set('tea')

    expect(await autosave.flush()).toBe(false)
    expect([states.at(-1), autosave.isSaved()]).toEqual(['failed', false])
    isOffline = false
    expect(await autosave.flush()).toBe(true)
    expect(saves).toEqual(['tea', 'tea'])
  })

  test('an entry that is undone before it was saved needs no saving, and the state says so (FORM-3)', async () => {
    const { autosave, saves, states } = open()
    autosave.set('tea')
    autosave.set('')
    await wait(60)

    expect([saves, states, autosave.isSaved()]).toEqual([[], ['unsaved', 'saved'], true])
  })

  test('a colleague’s saved changes become the basis of the next save (FORM-3)', async () => {
    const { autosave, saves } = open()
    autosave.set('tea')
    autosave.rebaseOnto('coffee')
    expect(autosave.isSaved()).toBe(false)
    await autosave.flush()
    autosave.set('milk')
    autosave.rebaseOnto('milk')
    await wait(60)

    expect([saves, autosave.isSaved()]).toEqual([['tea'], true])
  })
})
