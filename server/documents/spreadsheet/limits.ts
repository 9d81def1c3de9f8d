const MB = 1024 * 1024

/** What a spreadsheet may cost us. Everything that arrives is measured against these before it is believed. */
export const spreadsheetLimits = {
  fileBytes: 64 * MB,
  parts: 2_000,
  sheetBytes: 1024 * MB,
  sharedStringsBytes: 256 * MB,
  partBytes: 64 * MB,
  /** A list of people packs about six to one; 200 leaves room for the dullest honest sheet. */
  ratio: 200,
  ratioFromBytes: MB,
  /** Rows that hold something: a sheet may be formatted down to its last line. */
  maxRows: 250_000,
  maxColumns: 256,
  /** Excel stops at 32,767 characters; escaped and split in runs, that stays well under this. */
  cellBytes: MB,
  depth: 64,
  sharedStrings: 4_000_000,
  styles: 100_000,
  mergedAreas: 500_000,
  memoryMb: 512,
  /** Time the reader itself may take; a slow taker of rows does not use it up. */
  deadlineMs: 60_000,
}

export type SpreadsheetLimits = typeof spreadsheetLimits
