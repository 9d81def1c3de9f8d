import { on } from 'node:events'
import { Worker } from 'node:worker_threads'

import type { PdfDocument } from './document.ts'
import type { PdfReport } from './pdf.worker.ts'

/**
 * So many are made at a time, each within so much memory and time; so many others wait for their turn. A thread without work ends after a
 * while.
 */
const limits = { atOnce: 2, waiting: 100, memoryMb: 512, deadlineMs: 60_000, idleMs: 30_000 }

/**
 * The bytes of a document as PDF, made in a thread of its own from the first time they are asked for: long forms must not hold up the server.
 * It is whole before the first byte leaves: whoever reads slowly, or not at all, keeps nobody else waiting for their turn.
 * When `ended` is aborted nobody reads the rest: the work stops, and no more bytes come. Throws PdfQueueFull when too many wait already.
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
    // The iterator throws what the thread throws, and when it is stopped.
    for await (const [report] of on(worker, 'message', { close: ['exit'], signal: stopped })) {
      const piece = report as PdfReport // pdf.worker.ts says nothing else
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

/** Threads that have loaded what they need and wait for the next document, each with what ends it. */
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
  // Whoever waits for a document hears it too; a thread that dies while it waits must not take the server with it.
  worker.on('error', () => {})
  worker.on('exit', () => forget(worker))
  return worker
}

function keepWorker(worker: Worker) {
  worker.unref() // it keeps no process alive
  idle.push({ worker, end: setTimeout(() => void worker.terminate(), limits.idleMs).unref() })
}

function forget(worker: Worker) {
  const at = idle.findIndex((one) => one.worker === worker)
  if (at >= 0) for (const { end } of idle.splice(at, 1)) clearTimeout(end)
}

/** Expected under load; the caller says it in its own words. */
export class PdfQueueFull extends Error {}

let working = 0
const waiting: (() => void)[] = []

/** Waits for one's turn, and answers how to give it to the next. */
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

/** Throws the reason of `ended` if that is aborted before one's turn has come. */
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
