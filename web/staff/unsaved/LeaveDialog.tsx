import { useBlocker } from '@tanstack/react-router'
import { use, useCallback } from 'react'

import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

import { DraftScreen, type Location } from './draft-screen.ts'
import { asksBeforeLeaving, discardAll, hasUnsaved } from './unsaved-forms.ts'
import { leaveWords } from './words.ts'

const isOtherScreen = (one: Location, other: Location) =>
  one.pathname !== other.pathname || JSON.stringify(one.search) !== JSON.stringify(other.search)

type LeaveDialogProps = {
  /** of the form in `openForms` */
  id: string
  /** saves what can be saved before the user is asked, for a form that saves by itself */
  saveFirst?: () => Promise<void>
}

/** Asks before the user leaves a screen with unsaved changes. The changes are discarded only after a confirmation. */
export function LeaveDialog({ id, saveFirst }: LeaveDialogProps) {
  const isLeft = use(DraftScreen)?.isLeft ?? isOtherScreen
  const shouldBlockFn = useCallback(
    async ({ current, next }: { current: Location; next: Location }) => {
      if (!isLeft(current, next)) return false
      if (asksBeforeLeaving(id)) await saveFirst?.()
      return asksBeforeLeaving(id)
    },
    [id, isLeft, saveFirst],
  )
  const { status, proceed, reset } = useBlocker({ shouldBlockFn, enableBeforeUnload: hasUnsaved, withResolver: true })
  const leave = () => {
    discardAll()
    proceed?.()
  }
  return (
    <ConfirmDialog
      title={leaveWords.title}
      isOpen={status === 'blocked'}
      confirmLabel={leaveWords.leave}
      closeLabel={leaveWords.stay}
      onConfirm={leave}
      onClose={() => reset?.()}
    >
      <p>{leaveWords.text}</p>
    </ConfirmDialog>
  )
}
