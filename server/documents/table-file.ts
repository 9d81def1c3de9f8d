import { writeCsv } from './csv.ts'
import { type OutgoingSheet, writeWorkbook } from './spreadsheet/write.ts'

/** https://www.iana.org/assignments/media-types */
const mediaTypes = { xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', csv: 'text/csv' }

/** One table as a file, read and sent step by step. The name of the file ends with the moment in UTC. */
export function tableFile(name: string, format: keyof typeof mediaTypes, sheet: OutgoingSheet) {
  const stamp = new Date().toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')
  return {
    fileName: `${name}-${stamp}.${format}`,
    type: mediaTypes[format],
    body: format === 'csv' ? writeCsv(sheet) : writeWorkbook({ sheets: [sheet] }),
  }
}
