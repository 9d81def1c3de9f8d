import { textHeight, type Row } from './layout.ts'

/** The position of a row: pages count from 0, heights from the top of the text. */
export type Place = { page: number; y: number }

/**
 * Positions rows in order, on the first page from `firstY` on. Rows that are kept together start a new page, unless they do not fit on one.
 */
export function paginate(rows: Row[], firstY = 0): { places: Map<Row, Place>; pages: number } {
  const places = new Map<Row, Place>()
  let [page, y] = [0, firstY]
  const next = () => {
    page++
    y = 0
  }
  for (const group of groupsOf(rows)) {
    const height = heightOf(group)
    if (y > 0 && y + group[0]!.gap + height > textHeight && height <= textHeight) next() // no group is empty
    for (const row of group) {
      const gap = y === 0 ? 0 : row.gap
      if (y > 0 && y + gap + row.height > textHeight) next()
      y += y === 0 ? 0 : row.gap
      places.set(row, { page, y })
      y += row.height
    }
  }
  return { places, pages: page + 1 }
}

/** A kept row and the following ones up to the first that is not kept. */
function groupsOf(rows: Row[]) {
  const groups: Row[][] = []
  let isOpen = false
  for (const row of rows) {
    if (isOpen)
      groups.at(-1)!.push(row) // it is open
    else groups.push([row])
    isOpen = row.isKept === true
  }
  return groups
}

const heightOf = (group: Row[]) => group.reduce((sum, row, at) => sum + row.height + (at === 0 ? 0 : row.gap), 0)
