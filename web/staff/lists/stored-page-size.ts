import { toPageSize, type PageSize } from '#web/ui/page-sizes.ts'

/** Stored by the path pattern of the screen, without ids, and deleted with local storage at sign-out (UI-4). */
const keyOf = (screen: string) => `formward.page-size:${screen}`

export const storedPageSize = (screen: string, sizes?: readonly PageSize[]) => toPageSize(localStorage.getItem(keyOf(screen)), sizes)
export const storePageSize = (screen: string, size: number) => localStorage.setItem(keyOf(screen), String(size))
