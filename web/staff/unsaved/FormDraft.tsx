import { useQueryClient } from '@tanstack/react-query'
import { use, useEffect, useEffectEvent, useState } from 'react'

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
