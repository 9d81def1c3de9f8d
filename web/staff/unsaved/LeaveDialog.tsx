import { useBlocker } from '@tanstack/react-router'
import { useCallback } from 'react'

import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

import { asksBeforeLeaving, discardAll, hasUnsaved } from './unsaved-forms.ts'
import { leaveWords } from './words.ts'

type Place = { pathname: string; search: unknown }
const isOtherScreen = (one: Place, other: Place) =>
  one.pathname !== other.pathname || JSON.stringify(one.search) !== JSON.stringify(other.search)

/** Asks before the user leaves a screen with unsaved changes. The changes are discarded only after a confirmation. */
export function LeaveDialog({ id }: { id: string }) {
  const shouldBlockFn = useCallback(
    ({ current, next }: { current: Place; next: Place }) => isOtherScreen(current, next) && asksBeforeLeaving(id),
    [id],
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
