import { parentPort } from 'node:worker_threads'

import type { PdfDocument } from './document.ts'
import { writePdf } from './write-pdf.ts'

export type PdfReport = { bytes: Uint8Array } | 'end'

const report = (message: PdfReport) => parentPort?.postMessage(message)

parentPort?.on('message', (document: PdfDocument) => {
  writePdf(document, (bytes) => report({ bytes })).on('end', () => report('end'))
})
