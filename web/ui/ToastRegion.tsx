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

export function ToastRegion() {
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
