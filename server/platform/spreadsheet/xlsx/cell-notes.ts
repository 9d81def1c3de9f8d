const kinds = ['error', 'iso-date', 'empty', 'uncalculated'] as const

export type CellNote = (typeof kinds)[number]
export type CellNotes = ReturnType<typeof createCellNotes>

/** Remarks on single cells, added and then read in the order of the sheet; 8 bytes each, as a hostile sheet can ask for millions. */
export function createCellNotes() {
  let held = new Uint32Array(64)
  let length = 0
  let next = 0

  return {
    add(row: number, column: number, note: CellNote) {
      if (length + 2 > held.length) {
        const wider = new Uint32Array(held.length * 2)
        wider.set(held)
        held = wider
      }
      held[length] = row
      held[length + 1] = column * kinds.length + kinds.indexOf(note)
      length += 2
    },

    /** The remarks on one row. Rows have to be asked for in rising order. */
    *take(row: number): Generator<{ column: number; note: CellNote }> {
      for (; next < length && held[next]! <= row; next += 2) {
        const packed = held[next + 1]! // pairs are written together
        if (held[next] === row) yield { column: Math.floor(packed / kinds.length), note: kinds[packed % kinds.length]! } // remainder is below the length
      }
    },
  }
}
