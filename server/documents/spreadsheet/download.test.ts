import { buffer } from 'node:stream/consumers'

import { describe, expect, test } from 'vitest'

import { writeWorkbook, type OutgoingColumn } from './write.ts'

const columns: OutgoingColumn[] = [{ header: 'Reference', kind: 'text' }]

describe('Downloading a spreadsheet', () => {
  test('closing the download ends the query behind it, and rows are not fetched ahead of the reader (EXP-2)', async () => {
    let taken = 0
    let isClosed = false
    async function* endless() {
      try {
        for (;;) yield [`row ${taken++} ${Math.random()}`]
      } finally {
        isClosed = true
      }
    }
    const stream = writeWorkbook({ sheets: [{ name: 'Requests', columns, rows: endless() }] })
    await new Promise((resolve) => stream.once('readable', resolve))
    const takenIn = async (milliseconds: number) => {
      const before = taken
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
      return taken - before
    }
    await expect.poll(() => takenIn(200), { timeout: 15_000, message: 'it comes to rest, though there is no end of rows' }).toBe(0)
    stream.destroy()
    await expect.poll(() => isClosed).toBe(true)
  })

  test('a query that fails leaves no file that looks finished (EXP-2)', async () => {
    async function* failing() {
      yield ['one']
      throw new Error('the connection was lost')
    }
    const stream = writeWorkbook({ sheets: [{ name: 'Requests', columns, rows: failing() }] })
    await expect(buffer(stream)).rejects.toThrow('the connection was lost')
  })
})
