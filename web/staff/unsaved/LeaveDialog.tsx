import { useBlocker } from '@tanstack/react-router'
import { useCallback } from 'react'

import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

import { asksBeforeLeaving, hasUnsaved, letGo } from './unsaved-forms.ts'

type Place = { pathname: string; search: unknown }
const isElsewhere = (one: Place, other: Place) =>
  one.pathname !== other.pathname || JSON.stringify(one.search) !== JSON.stringify(other.search)

/** Asks before a screen is left on which something would be lost; what was typed is let go only when they say so. */
export function LeaveDialog({ id }: { id: string }) {
  const shouldBlockFn = useCallback(
    ({ current, next }: { current: Place; next: Place }) => isElsewhere(current, next) && asksBeforeLeaving(id),
    [id],
  )
  const { status, proceed, reset } = useBlocker({ shouldBlockFn, enableBeforeUnload: hasUnsaved, withResolver: true })
  const leave = () => {
    letGo()
    proceed?.()
  }
  return (
    <ConfirmDialog
      title="Leave without saving?"
      isOpen={status === 'blocked'}
      confirmLabel="Leave without saving"
      closeLabel="Stay on this page"
      onConfirm={leave}
      onClose={() => reset?.()}
    >
      <p>What you have typed here is not saved yet. If you leave now, it is lost.</p>
    </ConfirmDialog>
  )
}
