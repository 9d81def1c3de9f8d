import { text } from 'node:stream/consumers'

import { describe, expect, test } from 'vitest'

import { openOrganisation } from '#test/organisation.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { deleteChunks, insertChunks, readFile } from './files.sql.ts'

async function openWithFile(pieces: number) {
  const own = await openOrganisation()
  const [fileId, { step }] = [crypto.randomUUID(), stepsOf(own)]
  const numbers = Array.from({ length: pieces }, (_, number) => number * 2) // with gaps, as a second try leaves them
  await step(({ tx }) =>
    insertChunks(
      tx,
      fileId,
      numbers.map((number) => ({ number, bytes: Buffer.from(`${number} `) })),
    ),
  )
  return { file: readFile(own.services, { organisationId: own.id, fileId }), remove: () => step(({ tx }) => deleteChunks(tx, [fileId])) }
}

describe('readFile', () => {
  test.each([0, 1, 4, 9])('gives the %i pieces of a file in their order (EXP-1)', async (pieces) => {
    const { file } = await openWithFile(pieces)
    expect(await text(file)).toBe(Array.from({ length: pieces }, (_, number) => `${number * 2} `).join(''))
  })

  test('fails for a file that is deleted while it is read, so that nobody takes a part for the whole (EXP-1, SAFE-1)', async () => {
    const { file, remove } = await openWithFile(9)
    await file.next()
    await remove()
    await expect(text(file)).rejects.toThrow('deleted')
  })
})
