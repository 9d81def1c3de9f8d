import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { use, useCallback, useEffect, useEffectEvent, useState } from 'react'

import { formatDateTime } from '#domain/moments.ts'
import { type Fields, useFieldValues } from '#web/staff/use-fields.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

import { changedFields, draftOf, readDraft } from './changed-fields.ts'
import { DraftScreen, type Location } from './draft-screen.ts'
import { discardDraft, findDraft, keepDraft, lockPlace } from './drafts.ts'
import { asksBeforeLeaving, discardAll, hasUnsaved, openForms } from './unsaved-forms.ts'
import { draftWords, leaveWords } from './words.ts'

/** The changes are kept after this long without typing. */
const keepAfterMs = 1_000

/** Keeps the unsaved changes of a form as a draft, and restores the draft after a timeout or a crash (IDLE-4, ERR-3). */
export function FormDraft<T extends object>({ fields }: { fields: Fields<T> }) {
  const { id, initial, saving, restore, settle } = fields
  const values = useFieldValues(fields)
  const queryClient = useQueryClient()
  const own = use(DraftScreen)
  const [place] = useState(() => ({ screen: own?.screen ?? location.pathname + location.search, form: id }))
  const [draft, setDraft] = useState(() => findDraft(queryClient, place))
  const changed = changedFields(initial, values)
  const isChanged = Object.keys(changed).length > 0
  const content = draftOf(changed)

  const restoreDraft = useEffectEvent(() => {
    if (draft) restore(readDraft(draft.content, initial))
  })
  useEffect(() => restoreDraft(), [])

  const onSettled = useEffectEvent(() => {
    settle()
    setDraft(undefined)
    discardDraft(queryClient, place)
  })
  useEffect(() => openForms.set(id, { isChanged, saving, isLeft: false, settle: () => onSettled() }))
  useEffect(() => () => openForms.leave(id), [id])

  useEffect(() => (isChanged ? lockPlace(place) : undefined), [isChanged, place])
  useEffect(() => {
    if (content === '' || saving.isPending) return undefined
    const timer = setTimeout(() => keepDraft(place, content), keepAfterMs)
    return () => clearTimeout(timer)
  }, [content, place, saving.isPending])

  const discard = () => {
    restore({})
    setDraft(undefined)
    discardDraft(queryClient, place)
  }
  return (
    <>
      {draft && (
        <div className="draft-note">
          <Alert kind="info" title={draftWords.restored} actions={<Button onClick={discard}>{draftWords.discard}</Button>}>
            {draftWords.restoredText(formatDateTime(draft.keptAt))}
          </Alert>
        </div>
      )}
      <LeaveDialog id={id} />
    </>
  )
}

const isOtherScreen = (one: Location, other: Location) =>
  one.pathname !== other.pathname || JSON.stringify(one.search) !== JSON.stringify(other.search)

/** Asks before the user leaves a screen with unsaved changes. The changes are discarded only after a confirmation. */
function LeaveDialog({ id }: { id: string }) {
  const isLeft = use(DraftScreen)?.isLeft ?? isOtherScreen
  const shouldBlockFn = useCallback(
    ({ current, next }: { current: Location; next: Location }) => isLeft(current, next) && asksBeforeLeaving(id),
    [id, isLeft],
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
