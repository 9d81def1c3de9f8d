import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

import { loadCode } from '#web/staff/shell/RouterLink.tsx'
import { useAfterPaint } from '#web/ui/use-after-paint.ts'

/** Loads the code of the screen that a row of a list opens, once the rows have been painted. Then opening a row waits only for its data. */
export function useLoadAhead(href: string | undefined) {
  const router = useRouter()
  const isPainted = useAfterPaint(href !== undefined)
  useEffect(() => {
    if (isPainted && href !== undefined) loadCode(router, href)
  }, [router, isPainted, href])
}
