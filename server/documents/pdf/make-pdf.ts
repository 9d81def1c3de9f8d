import { on } from 'node:events'
import { Worker } from 'node:worker_threads'

import type { PdfDocument } from './document.ts'
import type { PdfReport } from './pdf.worker.ts'

/** Limits: PDFs made at the same time, memory and time of each, and PDFs that wait. An idle thread ends after a while. */
const limits = { atOnce: 2, waiting: 100, memoryMb: 512, deadlineMs: 60_000, idleMs: 30_000 }

/**
 * Makes a PDF in another thread, because long forms would block the server. The PDF is complete before its first byte is returned, so a
 * slow reader does not occupy the thread. Stops when `ended` is aborted. Throws PdfQueueFull if too many PDFs are waiting.
 */
export async function* makePdf(document: PdfDocument, ended: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* await piecesOf(document, ended)
  } catch (error) {
    if (!ended.aborted) throw error
  }
}

async function piecesOf(document: PdfDocument, ended: AbortSignal): Promise<Uint8Array[]> {
  const leave = await turn(ended)
  const worker = takeWorker()
  const pieces: Uint8Array[] = []
  let isWhole = false
  try {
    worker.postMessage(document)
    const stopped = AbortSignal.any([ended, AbortSignal.timeout(limits.deadlineMs)])
    // The iterator throws the errors of the thread, and stops it.
    for await (const [report] of on(worker, 'message', { close: ['exit'], signal: stopped })) {
      const piece = report as PdfReport // pdf.worker.ts sends nothing else
      isWhole = piece === 'end'
      if (piece === 'end') return pieces
      pieces.push(piece.bytes)
    }
    throw new Error('the thread that makes a PDF ended without a word')
  } finally {
    if (isWhole) keepWorker(worker)
    else await worker.terminate()
    leave()
  }
}

/** Idle threads that have loaded their modules, each with the timer that ends it. */
const idle: { worker: Worker; end: NodeJS.Timeout }[] = []

function takeWorker() {
  const kept = idle.at(-1)
  if (!kept) return newWorker()
  forget(kept.worker)
  kept.worker.ref()
  return kept.worker
}

function newWorker() {
  const worker = new Worker(new URL('./pdf.worker.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb } })
  // The caller gets the error too. An error of an idle thread must not end the server.
  worker.on('error', () => {})
  worker.on('exit', () => forget(worker))
  return worker
}

function keepWorker(worker: Worker) {
  worker.unref() // an idle thread keeps no process running
  idle.push({ worker, end: setTimeout(() => void worker.terminate(), limits.idleMs).unref() })
}

function forget(worker: Worker) {
  const at = idle.findIndex((one) => one.worker === worker)
  if (at >= 0) for (const { end } of idle.splice(at, 1)) clearTimeout(end)
}

/** Expected under load. The caller throws its own message. */
export class PdfQueueFull extends Error {}

let working = 0
const waiting: (() => void)[] = []

/** Waits for a free thread and returns the function that releases it. */
async function turn(ended: AbortSignal) {
  ended.throwIfAborted()
  if (waiting.length >= limits.waiting) throw new PdfQueueFull()
  if (working < limits.atOnce) working++
  else await inQueue(ended)
  return () => {
    const next = waiting.shift()
    if (next) next()
    else working--
  }
}

/** Throws the reason of `ended` if it is aborted before a thread is free. */
const inQueue = (ended: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const begin = () => {
      ended.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      waiting.splice(waiting.indexOf(begin), 1)
      reject(ended.reason as Error)
    }
    waiting.push(begin)
    ended.addEventListener('abort', leave, { once: true })
  })
