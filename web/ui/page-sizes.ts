export const pageSizes = [10, 20, 50, 100] as const
/** For the worklist, which users work through row by row. */
export const longPageSizes = [...pageSizes, 200] as const

export type PageSize = (typeof longPageSizes)[number]
export const toPageSize = (text: unknown, sizes: readonly PageSize[] = pageSizes) => sizes.find((size) => String(size) === String(text))
