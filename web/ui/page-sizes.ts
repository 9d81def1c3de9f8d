export const pageSizes = [10, 20, 50, 100] as const
/** For a list that people work through. */
export const longPageSizes = [...pageSizes, 200] as const

export type PageSize = (typeof longPageSizes)[number]
export const toPageSize = (text: unknown, sizes: readonly PageSize[] = pageSizes) => sizes.find((size) => String(size) === String(text))
