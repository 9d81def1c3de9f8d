export const pageSizes = [10, 20, 50, 100] as const
/** For a list that people work through. */
export const longPageSizes = [...pageSizes, 200] as const
