import type { ReactNode } from 'react'

import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import type { ButtonKind } from './Button.tsx'
import { Dialog, DialogActions } from './Dialog.tsx'
import { dialogWords } from './field-words.ts'

type ConfirmDialogProps = {
  title: ReactNode
  isOpen: boolean
  confirmLabel: string
  closeLabel?: string
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
  kind?: ButtonKind
  isPending?: boolean
  /** the question is not complete yet: it can be left, and not answered */
  isLoading?: boolean
  /** false when the question cannot be answered, for example because a part of it did not load */
  canConfirm?: boolean
  error?: string | undefined
}

export function ConfirmDialog({
  title,
  isOpen,
  confirmLabel,
  closeLabel = dialogWords.cancel,
  onConfirm,
  onClose,
  children,
  kind = 'urgent',
  isPending = false,
  isLoading = false,
  canConfirm = true,
  error,
}: ConfirmDialogProps) {
  return (
    <Dialog role="alertdialog" size="sm" title={title} isOpen={isOpen} isBusy={isPending} onClose={onClose}>
      {children}
      {error && <Alert kind="danger">{error}</Alert>}
      <DialogActions>
        <Button kind={kind} isPending={isPending || isLoading} disabled={!canConfirm} onClick={onConfirm}>
          {confirmLabel}
        </Button>
        <Button disabled={isPending} onClick={onClose}>
          {closeLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
