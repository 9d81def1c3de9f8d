import { useLayoutEffect, useRef } from 'react'
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'

import type { DialogProps } from './Dialog.tsx'
import { Icon } from './Icon.tsx'
import { dialogWords } from './field-words.ts'
import { useStable } from './use-stable.ts'

/** The library has moved the focus into the dialog long before. */
const lateMs = 1_000

/** Long enough for what lies behind the dialog to take the focus again. */
const backMs = 250

/**
 * The library returns the focus to the opener only if the focus is in the dialog when it closes. After a form was sent it is nowhere at times, and keys
 * would then do nothing. Called before the library moves the focus into the dialog; returns what to do when the dialog has closed.
 */
const returnFocusTo = (opener: Element | null) => () => {
  setTimeout(() => {
    if (document.activeElement === document.body && opener instanceof HTMLElement && opener.isConnected) opener.focus()
  }, backMs)
}

/** Nothing has the focus, or what lies behind the dialog. */
const isOutside = (focused: Element | null) => focused === document.body || focused?.closest('[inert], [aria-hidden=true]') != null

export function DialogSheet({
  title,
  isOpen,
  onClose,
  children,
  size = 'md',
  role = 'dialog',
  isBusy = false,
  isShownOnce = false,
}: DialogProps) {
  const close = useStable(onClose)
  const sheet = useRef<HTMLElement>(null)
  // The overlay handles Escape only while the focus is inside the dialog, and the focus moves there a moment after the first render.
  useLayoutEffect(() => {
    if (!isOpen || isBusy || isShownOnce) return undefined
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || document.activeElement?.closest('[role=dialog], [role=alertdialog]')) return
      // The library returns the focus to the opener only when the focus is inside the dialog.
      document.querySelector<HTMLElement>('.dialog__sheet')?.focus()
      close()
    }
    document.addEventListener('keydown', onKeyDown)
    // On a busy computer the focus was once seen to stay outside. Keys would then do nothing, and a screen reader would say nothing.
    const late = setTimeout(
      () => isOutside(document.activeElement) && document.querySelector<HTMLElement>('.dialog__sheet')?.focus(),
      lateMs,
    )
    return () => {
      clearTimeout(late)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [isOpen, isBusy, isShownOnce, close])
  useLayoutEffect(() => (isOpen ? returnFocusTo(document.activeElement) : undefined), [isOpen])
  return (
    <ModalOverlay
      className="dialog-backdrop"
      isOpen={isOpen}
      isDismissable={role === 'dialog' && !isBusy}
      isKeyboardDismissDisabled={isBusy || isShownOnce}
      // A press beside the dialog is easily a mistake, and would lose what was typed into a form.
      shouldCloseOnInteractOutside={() => !sheet.current?.querySelector('form')}
      onOpenChange={(isNowOpen) => {
        if (!isNowOpen) onClose()
      }}
    >
      <Modal className={`dialog dialog--${size}`}>
        <AriaDialog ref={sheet} className="dialog__sheet" role={role}>
          <div className="dialog__head">
            <Heading slot="title" level={2} className="dialog__title">
              {title}
            </Heading>
            <button type="button" className="icon-button" aria-label={dialogWords.close} disabled={isBusy} onClick={onClose}>
              <Icon name="close" />
            </button>
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
