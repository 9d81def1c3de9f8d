import { on } from 'node:events'
import { Worker } from 'node:worker_threads'

import type { PdfDocument } from './document.ts'
import type { PdfReport } from './pdf.worker.ts'

export const pdfMediaType = 'application/pdf'

/** So many are made at a time, each within so much memory and time; the next waits for its turn. */
const limits = { atOnce: 2, memoryMb: 512, deadlineMs: 60_000 }

/** The bytes of a document as PDF, made in a thread of its own from the first time they are asked for: long forms must not hold up the server. */
export async function* makePdf(document: PdfDocument): AsyncGenerator<Uint8Array> {
  const leave = await turn()
  try {
    yield* written(document)
  } finally {
    leave()
  }
}

async function* written(document: PdfDocument) {
  const worker = new Worker(new URL('./pdf.worker.ts', import.meta.url), {
    workerData: document,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
  })
  try {
    // The iterator throws what the thread throws, and when the time is over.
    for await (const [report] of on(worker, 'message', { close: ['exit'], signal: AbortSignal.timeout(limits.deadlineMs) })) {
      const piece = report as PdfReport // pdf.worker.ts says nothing else
      if (piece === 'end') return
      yield piece.bytes
    }
    throw new Error('the thread that makes a PDF ended without a word')
  } finally {
    await worker.terminate()
  }
}

let working = 0
const waiting: (() => void)[] = []

/** Waits for one's turn, and answers how to give it to the next. */
async function turn() {
  if (working < limits.atOnce) working++
  else await new Promise<void>((resolve) => void waiting.push(resolve))
  let isLeft = false
  return () => {
    if (isLeft) return
    isLeft = true
    const next = waiting.shift()
    if (next) next()
    else working--
  }
}
