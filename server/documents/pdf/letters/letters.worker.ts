import { parentPort, workerData } from 'node:worker_threads'

import type { LetterFile, PdfLetter } from './letter.ts'
import { beginLetters } from './write-letters.ts'

/** Letters to write, or the end of the file. */
export type LettersOrder = PdfLetter[] | 'end'
/** Bytes, the pages of each letter when an order is done, and the end of the file. */
export type LettersReport = { bytes: Uint8Array } | { pages: number[] } | 'end'

const report = (message: LettersReport) => parentPort?.postMessage(message)

const file = beginLetters(workerData as LetterFile, (bytes) => report({ bytes })) // given by make-letters.ts

parentPort?.on('message', (order: LettersOrder) => {
  if (order === 'end') file.end().on('end', () => report('end'))
  else {
    const pages = order.map((letter) => file.add(letter))
    // After the bytes of these letters, which the library hands on in a later turn.
    setImmediate(() => report({ pages }))
  }
})
