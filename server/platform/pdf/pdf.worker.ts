import { parentPort, workerData } from 'node:worker_threads'

import type { PdfDocument } from './document.ts'
import { writePdf } from './write-pdf.ts'

export type PdfReport = { bytes: Uint8Array } | 'end'

const report = (message: PdfReport) => parentPort?.postMessage(message)

const pdf = writePdf(workerData as PdfDocument, (bytes) => report({ bytes })) // passed by make-pdf.ts and nobody else
pdf.on('end', () => report('end'))
