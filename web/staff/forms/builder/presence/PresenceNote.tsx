import { useEffect, useState } from 'react'

import type { FormEditor } from '#contract/form-versions.ts'
import { api } from '#web/api/client.ts'
import { builderWords } from '#web/staff/forms/builder/words.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useStable } from '#web/ui/use-stable.ts'

const list = new Intl.ListFormat('en-GB')

/** Names the other users who have this form open. The element always exists, so that screen readers announce a change. */
export function PresenceNote({ others }: { others: readonly FormEditor[] }) {
  const names = [...new Set(others.filter(({ isOwn }) => !isOwn).map(({ name }) => name))]
  const sentences = [
    ...(names.length > 0 ? [builderWords.openElsewhere(list.format(names), names.length > 1)] : []),
    ...(others.some(({ isOwn }) => isOwn) ? [builderWords.openInOtherWindow] : []),
  ]
  return (
    <div role="status">
      {sentences.length > 0 && (
        <p className="presence">
          <Icon name="person" />
          <span>{[...sentences, builderWords.merging].join(' ')}</span>
        </p>
      )}
    </div>
  )
}

const announceEveryMs = 15_000
const windowKey = 'formward-builder-window'

/** A reloaded page keeps its window id, or it would count as a second window until the old id expires. A duplicated tab gets a new id. */
function takeWindowId() {
  const id = sessionStorage.getItem(windowKey) ?? crypto.randomUUID()
  sessionStorage.removeItem(windowKey)
  return id
}

/** Announces at intervals that this window has the builder open, and receives the other editors and the last saved revision. */
export function usePresence(formId: string, onRevision: (revision: number) => void) {
  const [others, setOthers] = useState<readonly FormEditor[]>([])
  const [window] = useState(takeWindowId)
  const receiveRevision = useStable(onRevision)
  useEffect(() => {
    let isLeft = false
    const params = { id: formId, window }
    const announce = async () => {
      try {
        const answer = await api.formEditors.announce({ params })
        if (isLeft) return
        setOthers(answer.others)
        receiveRevision(answer.draftRevision)
      } catch {
        // The list of editors stays as it was. A failed save shows the cause.
      }
    }
    const comeBack = () => document.visibilityState === 'visible' && void announce()
    const keep = () => sessionStorage.setItem(windowKey, window)
    void announce()
    const timer = setInterval(() => void announce(), announceEveryMs)
    document.addEventListener('visibilitychange', comeBack)
    addEventListener('pagehide', keep)
    return () => {
      isLeft = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', comeBack)
      removeEventListener('pagehide', keep)
      void api.formEditors.leave({ params }).catch(() => undefined) // the server drops a silent window by itself
    }
  }, [formId, window, receiveRevision])
  return others
}
