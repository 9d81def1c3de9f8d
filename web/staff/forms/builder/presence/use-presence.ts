import { useEffect, useState } from 'react'

import type { FormEditor } from '#contract/form-versions.ts'
import { api } from '#web/api/client.ts'
import { useStable } from '#web/ui/use-stable.ts'

const beat = 15_000
const kept = 'formward-builder-window'

/** A page that is loaded again is the window it was before: another id would stand beside it as somebody else until the old one falls silent. A tab that is duplicated finds none. */
function takeWindowId() {
  const id = sessionStorage.getItem(kept) ?? crypto.randomUUID()
  sessionStorage.removeItem(kept)
  return id
}

/** Says that this window has the builder open, again and again while it has, and hears who else has and which revision was saved last. */
export function usePresence(formId: string, onRevision: (revision: number) => void) {
  const [others, setOthers] = useState<readonly FormEditor[]>([])
  const [window] = useState(takeWindowId)
  const hear = useStable(onRevision)
  useEffect(() => {
    let isLeft = false
    const params = { id: formId, window }
    const announce = async () => {
      try {
        const heard = await api.formEditors.announce({ params })
        if (isLeft) return
        setOthers(heard.others)
        hear(heard.draftRevision)
      } catch {
        // Nobody can be heard of at the moment: whoever was there may still be. Saving tells what is wrong.
      }
    }
    const comeBack = () => document.visibilityState === 'visible' && void announce()
    const keep = () => sessionStorage.setItem(kept, window)
    void announce()
    const timer = setInterval(() => void announce(), beat)
    document.addEventListener('visibilitychange', comeBack)
    addEventListener('pagehide', keep)
    return () => {
      isLeft = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', comeBack)
      removeEventListener('pagehide', keep)
      void api.formEditors.leave({ params }).catch(() => undefined) // silence says the same a little later
    }
  }, [formId, window, hear])
  return others
}
