import { questionWords } from '#web/staff/forms/builder/words.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

import { UseList } from './UseList.tsx'
import type { UsedQuestion } from './use-question-list.ts'

const words = questionWords.used

type DeleteUsedDialogProps = { used: UsedQuestion; onDelete: () => void; onKeep: () => void }

/** Says what uses the answer of a question before it is deleted (FORM-3). */
export const DeleteUsedDialog = ({ used: { name, uses }, onDelete, onKeep }: DeleteUsedDialogProps) => (
  <ConfirmDialog
    title={words.title(name)}
    isOpen
    confirmLabel={words.confirm}
    closeLabel={words.cancel}
    onConfirm={onDelete}
    onClose={onKeep}
  >
    <p>{words.text}</p>
    <UseList uses={uses} />
  </ConfirmDialog>
)
