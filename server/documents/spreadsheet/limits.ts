const MB = 1024 * 1024

/** The limits for every spreadsheet that is received. */
export const spreadsheetLimits = {
  fileBytes: 64 * MB,
  parts: 2_000,
  sheetBytes: 1024 * MB,
  sharedStringsBytes: 256 * MB,
  partBytes: 64 * MB,
  /** A list of patients has a ratio of about 6. 200 allows very repetitive lists. */
  ratio: 200,
  ratioFromBytes: MB,
  /** Rows with a value. A sheet may be formatted down to its last row. */
  maxRows: 250_000,
  maxColumns: 256,
  /** Excel allows 32,767 characters in a cell. With escapes and runs, that stays below this limit. */
  cellBytes: MB,
  depth: 64,
  sharedStrings: 4_000_000,
  styles: 100_000,
  mergedAreas: 500_000,
  memoryMb: 512,
  /** The time for reading alone. A slow consumer of rows does not use it. */
  deadlineMs: 60_000,
}

export type SpreadsheetLimits = typeof spreadsheetLimits
