import { toPageSize, type PageSize } from '#web/ui/page-sizes.ts'

/** By the pattern of the screen's address, which names nobody; forgotten with all of local storage on signing out (UI-4). */
const keyOf = (screen: string) => `formward.page-size:${screen}`

export const keptPageSize = (screen: string, sizes?: readonly PageSize[]) => toPageSize(localStorage.getItem(keyOf(screen)), sizes)
export const keepPageSize = (screen: string, size: number) => localStorage.setItem(keyOf(screen), String(size))
