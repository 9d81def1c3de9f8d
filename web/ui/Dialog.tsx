import { useLayoutEffect, type ReactNode } from 'react'
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'

import { Icon } from './Icon.tsx'
import { useStable } from './use-stable.ts'

export type DialogProps = {
  title: ReactNode
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  size?: 'sm' | 'md' | 'lg'
  role?: 'dialog' | 'alertdialog'
  /** while something is on its way the dialog stays */
  isBusy?: boolean
}

export function Dialog({ title, isOpen, onClose, children, size = 'md', role = 'dialog', isBusy = false }: DialogProps) {
  const close = useStable(onClose)
  // The overlay hears Escape only while the focus is inside, and the focus comes in a moment after the dialog has been drawn.
  useLayoutEffect(() => {
    if (!isOpen || isBusy) return undefined
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || document.activeElement?.closest('[role=dialog], [role=alertdialog]')) return
      // Only from inside does the focus go back to where it was when the dialog opened.
      document.querySelector<HTMLElement>('.dialog__sheet')?.focus()
      close()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOpen, isBusy, close])
  return (
    <ModalOverlay
      className="dialog-backdrop"
      isOpen={isOpen}
      isDismissable={role === 'dialog' && !isBusy}
      isKeyboardDismissDisabled={isBusy}
      onOpenChange={(isNowOpen) => {
        if (!isNowOpen) onClose()
      }}
    >
      <Modal className={`dialog dialog--${size}`}>
        <AriaDialog className="dialog__sheet" role={role}>
          <div className="dialog__head">
            <Heading slot="title" level={2} className="dialog__title">
              {title}
            </Heading>
            <button type="button" className="icon-button" aria-label="Close" disabled={isBusy} onClick={onClose}>
              <Icon name="close" />
            </button>
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

export const DialogActions = ({ children }: { children: ReactNode }) => <div className="dialog__actions">{children}</div>
