import { useEffect } from 'react'
import {
  Button,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as Region,
} from 'react-aria-components/Toast' // still marked unstable: this is the only file that may import it

import { Icon } from './Icon.tsx'
import type { Notice } from './notify.ts'

export const toasts = new ToastQueue<Notice>({ maxVisibleToasts: 4 })

/**
 * F6 leads to the messages and back again. The library registers its region while it is still empty, so that its own way mostly does not find it:
 * where it does, two would move the focus. Ours hears the key first, and alone.
 */
function useF6() {
  useEffect(() => {
    let before: Element | null = null
    const walk = (event: KeyboardEvent) => {
      const region = document.querySelector('.toasts')
      if (event.key !== 'F6' || !region) return
      event.preventDefault()
      event.stopPropagation()
      const { activeElement } = document
      const next = region.contains(activeElement) ? before : region.querySelector('.toast')
      before = activeElement
      if (next instanceof HTMLElement) next.focus()
    }
    addEventListener('keydown', walk, { capture: true })
    return () => removeEventListener('keydown', walk, { capture: true })
  }, [])
}

export function ToastRegion() {
  useF6()
  return (
    <Region queue={toasts} className="toasts" aria-label="Messages">
      {({ toast }) => (
        <Toast toast={toast} className={`toast toast--${toast.content.kind}`}>
          <ToastContent>
            <Text slot="title">{toast.content.label}</Text>
          </ToastContent>
          <Button slot="close" className="icon-button" aria-label="Close message">
            <Icon name="close" />
          </Button>
        </Toast>
      )}
    </Region>
  )
}
