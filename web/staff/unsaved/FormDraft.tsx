import { useQueryClient } from '@tanstack/react-query'
import { use, useEffect, useEffectEvent, useRef, useState } from 'react'

import { formatDateTime } from '#domain/moments.ts'
import { type Fields, useFieldValues } from '#web/staff/use-fields.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'

import { changedFields, draftOf, readDraft } from './changed-fields.ts'
import { DraftScreen } from './draft-screen.ts'
import { discardDraft, findDraft, keepDraft, lockPlace } from './drafts.ts'
import { LeaveDialog } from './LeaveDialog.tsx'
import { openForms } from './unsaved-forms.ts'
import { draftWords } from './words.ts'

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

  /** Whether the server may have a draft of what the form shows. */
  const isKept = useRef(false)
  const forget = () => {
    isKept.current = false
    setDraft(undefined)
    discardDraft(queryClient, place)
  }

  const restoreDraft = useEffectEvent(() => {
    if (draft) restore(readDraft(draft.content, initial))
  })
  useEffect(() => restoreDraft(), [])

  const onSettled = useEffectEvent(() => {
    settle()
    forget()
  })
  useEffect(() => openForms.set(id, { isChanged, saving, isLeft: false, settle: () => onSettled() }))
  useEffect(() => () => openForms.leave(id), [id])

  useEffect(() => (isChanged ? lockPlace(place) : undefined), [isChanged, place])
  const isRestored = draft !== undefined
  // Changes that the user takes back by hand are withdrawn at the server too, or the form would open with them again.
  const onTakenBack = useEffectEvent(forget)
  useEffect(() => {
    if (saving.isPending) return undefined
    if (content === '') {
      if (isKept.current) onTakenBack()
      return undefined
    }
    if (isRestored) isKept.current = true
    const keep = () => {
      isKept.current = true
      keepDraft(place, content)
    }
    const timer = setTimeout(keep, keepAfterMs)
    return () => clearTimeout(timer)
  }, [content, isRestored, place, saving.isPending])

  const discard = () => {
    restore({})
    forget()
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
