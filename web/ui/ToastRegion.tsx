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

/** F6 leads to the messages and back again: the library registers its region while it is still empty, and never finds it. */
function useF6() {
  useEffect(() => {
    let before: Element | null = null
    const walk = (event: KeyboardEvent) => {
      const region = document.querySelector('.toasts')
      if (event.key !== 'F6' || !region) return
      event.preventDefault()
      const { activeElement } = document
      const next = region.contains(activeElement) ? before : region.querySelector('.toast')
      before = activeElement
      if (next instanceof HTMLElement) next.focus()
    }
    addEventListener('keydown', walk)
    return () => removeEventListener('keydown', walk)
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
