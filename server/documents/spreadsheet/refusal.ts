/** The message for each reason to refuse a file, for the user who uploaded it. */
export const refusalWords = {
  empty_file: 'The file is empty.',
  not_xlsx: 'The file is not an Excel workbook (.xlsx). Open it in Excel and save it as an Excel workbook.',
  encrypted: 'The file is protected by a password. Open it in Excel, remove the password and save it as an Excel workbook (.xlsx).',
  old_format: 'The file is saved in the old .xls format. Open it in Excel and save it as an Excel workbook (.xlsx).',
  has_macros: 'The file contains macros. Save it as an Excel workbook (.xlsx) without macros.',
  too_large: 'The file is too large. Split it into smaller files.',
  too_many_parts: 'The file has too many parts. Copy the rows into a new workbook.',
  bomb: 'The file is too large when it is unpacked, so it was not opened.',
  corrupt: 'The file is damaged. Open it in Excel, save it and upload it again.',
  truncated: 'The end of the file is missing. Upload the file again.',
  forbidden_xml: 'The file contains definitions that a spreadsheet does not need, so it was not opened.',
  no_such_sheet: 'The file has no tab with that name.',
  too_many_rows: 'The file has too many rows. Split it into smaller files.',
  too_many_columns: 'The file has entries in too many columns.',
  cell_too_long: 'A cell in the file holds more text than Excel allows.',
  took_too_long: 'The file took too long to read. Split it into smaller files.',
  too_much_memory: 'The file needs too much memory to read. Split it into smaller files.',
} as const

export type RefusalCode = keyof typeof refusalWords

/** An expected refusal of a file. `where` names the part, tab, row or cell, never its contents. */
export class SpreadsheetRefusal extends Error {
  readonly code: RefusalCode
  readonly where?: string

  constructor(code: RefusalCode, where?: string) {
    super(where ? `${code}: ${where}` : code)
    this.code = code
    if (where !== undefined) this.where = where
  }

  get words() {
    return refusalWords[this.code]
  }
}
