import { lazy, Suspense, useState } from 'react'

import { useFormLogic } from '#web/staff/forms/builder/logic/form-logic.ts'
import { editorWords } from '#web/staff/forms/builder/words.ts'
import { Button } from '#web/ui/Button.tsx'

const SaveToLibraryDialog = lazy(async () => ({
  default: (await import('#web/staff/forms/library/SaveToLibraryDialog.tsx')).SaveToLibraryDialog,
}))

/** Saves the open question for other forms of the organisation (FORM-10). */
export function SaveToLibrary({ questionId }: { questionId: string }) {
  const { definition } = useFormLogic()
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button size="sm" onClick={() => setOpen(true)}>
        {editorWords.saveToLibrary}
      </Button>
      <Suspense>
        {isOpen && <SaveToLibraryDialog definition={definition} questionId={questionId} onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  )
}
