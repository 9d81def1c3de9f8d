import { pageSizes } from '#web/ui/Pagination.tsx'

export type PageSize = (typeof pageSizes)[number]
export const toPageSize = (text: unknown) => pageSizes.find((size) => String(size) === String(text))

/** By the pattern of the screen's address, which names nobody; forgotten with all of local storage on signing out (UI-4). */
const keyOf = (screen: string) => `formward.page-size:${screen}`

export const keptPageSize = (screen: string) => toPageSize(localStorage.getItem(keyOf(screen)))
export const keepPageSize = (screen: string, size: number) => localStorage.setItem(keyOf(screen), String(size))
