import { on } from 'node:events'
import { Worker } from 'node:worker_threads'

import type { LetterFile, PdfLetter } from './letter.ts'
import type { LettersOrder, LettersReport } from './letters.worker.ts'

/** A thread that has stopped would hold the job for ever. A group of letters takes a fraction of a second. */
const deadlineMs = 120_000
const memoryMb = 256

/** Bytes of the file, and the number of pages of each letter of the order. */
export type LettersWritten = { bytes: Uint8Array[]; pages: number[] }

/**
 * Writes a file of letters in another thread, group by group: the caller stores the bytes of one group before it gives the next, so that neither
 * side holds the whole file. Call `close` in any case.
 */
export function openLetterFile(file: LetterFile, signal: AbortSignal) {
  const thread = new Worker(new URL('./letters.worker.ts', import.meta.url), {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  // The iterator below gets the error too. One between two orders must not end the process.
  thread.on('error', () => {})
  const ask = async (order: LettersOrder): Promise<LettersWritten> => {
    const bytes: Uint8Array[] = []
    const stopped = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)])
    const reports = on(thread, 'message', { close: ['exit'], signal: stopped })
    thread.postMessage(order)
    for await (const [report] of reports) {
      const piece = report as LettersReport // letters.worker.ts sends nothing else
      if (piece === 'end') return { bytes, pages: [] }
      if ('pages' in piece) return { bytes, pages: piece.pages }
      bytes.push(piece.bytes)
    }
    throw new Error('the thread that makes letters ended without a word')
  }
  return {
    add: (letters: PdfLetter[]) => ask(letters),
    finish: () => ask('end'),
    close: () => thread.terminate(),
  }
}
