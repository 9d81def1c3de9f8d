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
import { toastWords } from './field-words.ts'

export const toasts = new ToastQueue<Notice>({ maxVisibleToasts: 4 })

/**
 * F6 moves the focus to the messages and back. The library has the same shortcut, but usually misses the region, because it registers the region
 * while it is empty. This handler runs first and stops the event, so that the focus moves only once.
 */
function useF6() {
  useEffect(() => {
    let before: Element | null = null
    const onF6 = (event: KeyboardEvent) => {
      const region = document.querySelector('.toasts')
      if (event.key !== 'F6' || !region) return
      event.preventDefault()
      event.stopPropagation()
      const { activeElement } = document
      const next = region.contains(activeElement) ? before : region.querySelector('.toast')
      before = activeElement
      if (next instanceof HTMLElement) next.focus()
    }
    addEventListener('keydown', onF6, { capture: true })
    return () => removeEventListener('keydown', onF6, { capture: true })
  }, [])
}

export function ToastRegion() {
  useF6()
  return (
    <Region queue={toasts} className="toasts" aria-label={toastWords.label}>
      {({ toast }) => (
        <Toast toast={toast} className={`toast toast--${toast.content.kind}`}>
          <ToastContent>
            <Text slot="title">{toast.content.label}</Text>
          </ToastContent>
          {toast.content.undo && (
            <Button
              className="button button--link button--sm"
              onPress={() => {
                toasts.close(toast.key)
                toast.content.undo?.()
              }}
            >
              {toastWords.undo}
            </Button>
          )}
          <Button slot="close" className="icon-button" aria-label={toastWords.close}>
            <Icon name="close" />
          </Button>
        </Toast>
      )}
    </Region>
  )
}
