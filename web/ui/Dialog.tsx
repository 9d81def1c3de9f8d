import type { ReactNode } from 'react'

import { useOverlays } from './overlays.ts'
import { useHasBeen } from './use-has-been.ts'

export type DialogProps = {
  title: ReactNode
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  size?: 'sm' | 'md' | 'lg'
  role?: 'dialog' | 'alertdialog'
  /** the dialog cannot be closed while a request is pending */
  isBusy?: boolean
  /** Escape does not close it: what it shows is not shown again */
  isShownOnce?: boolean
}

export function Dialog(props: DialogProps) {
  const overlays = useOverlays(props.isOpen)
  const hasOpened = useHasBeen(props.isOpen)
  return overlays && hasOpened ? <overlays.DialogSheet {...props} /> : null
}

export const DialogActions = ({ children }: { children: ReactNode }) => <div className="dialog__actions">{children}</div>
