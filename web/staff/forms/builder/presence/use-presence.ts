import { useEffect, useState } from 'react'

import type { FormEditor } from '#contract/form-editors.ts'
import { api } from '#web/api/client.ts'
import { useStable } from '#web/ui/use-stable.ts'

const beat = 15_000

/** Says that this window has the builder open, again and again while it has, and hears who else has and which revision was saved last. */
export function usePresence(formId: string, onRevision: (revision: number) => void) {
  const [others, setOthers] = useState<readonly FormEditor[]>([])
  const [window] = useState(() => crypto.randomUUID())
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
    void announce()
    const timer = setInterval(() => void announce(), beat)
    document.addEventListener('visibilitychange', comeBack)
    return () => {
      isLeft = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', comeBack)
      void api.formEditors.leave({ params }).catch(() => undefined) // silence says the same a little later
    }
  }, [formId, window, hear])
  return others
}
