import { useMutation } from '@tanstack/react-query'

import { wordsOf } from '#web/api/refusal.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

type RemoveFactorDialogProps = {
  title: string
  confirmLabel: string
  text: string
  isOpen: boolean
  remove: () => Promise<unknown>
  onRemoved: () => Promise<unknown>
  onClose: () => void
}

export function RemoveFactorDialog({ title, confirmLabel, text, isOpen, remove, onRemoved, onClose }: RemoveFactorDialogProps) {
  const removing = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      onClose()
      await onRemoved()
    },
  })
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      isOpen={isOpen}
      isPending={removing.isPending}
      error={removing.isError ? wordsOf(removing.error) : undefined}
      onConfirm={() => removing.mutate()}
      onClose={() => {
        removing.reset()
        onClose()
      }}
    >
      <p>{text}</p>
    </ConfirmDialog>
  )
}
