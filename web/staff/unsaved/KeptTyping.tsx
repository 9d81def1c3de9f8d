import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

import { formatDateTime } from '#domain/dates.ts'
import { type Fields, useFieldValues } from '#web/staff/use-fields.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'

import { changedFields, readKept, textToKeep } from './changed-fields.ts'
import { discardDraft, holdPlace, keepDraft, keptAt } from './drafts.ts'
import { LeaveDialog } from './LeaveDialog.tsx'
import { openForms } from './unsaved-forms.ts'

/** How long a pause in typing is. */
const pause = 1_000

/** Keeps what is typed into a form until it is saved, and gives it back after an end that nobody chose (IDLE-4, ERR-3). */
export function KeptTyping<T extends object>({ fields }: { fields: Fields<T> }) {
  const { id, initial, saving, restore, settle } = fields
  const values = useFieldValues(fields)
  const queryClient = useQueryClient()
  const [place] = useState(() => ({ screen: location.pathname + location.search, form: id }))
  const [kept, setKept] = useState(() => keptAt(queryClient, place))
  const changed = changedFields(initial, values)
  const isChanged = Object.keys(changed).length > 0
  const text = textToKeep(changed)

  const giveBack = useEffectEvent(() => {
    if (kept) restore(readKept(kept.content, initial))
  })
  useEffect(() => giveBack(), [])

  const forget = useEffectEvent(() => {
    settle()
    setKept(undefined)
    discardDraft(queryClient, place)
  })
  useEffect(() => openForms.set(id, { isChanged, saving, isLeft: false, settle: () => forget() }))
  useEffect(() => () => openForms.leave(id), [id])

  useEffect(() => (isChanged ? holdPlace(place) : undefined), [isChanged, place])
  useEffect(() => {
    if (text === '' || saving.isPending) return undefined
    const timer = setTimeout(() => keepDraft(place, text), pause)
    return () => clearTimeout(timer)
  }, [text, place, saving.isPending])

  const startAfresh = () => {
    restore({})
    setKept(undefined)
    discardDraft(queryClient, place)
  }
  return (
    <>
      {kept && (
        <div className="kept-note">
          <Alert kind="info" title="Draft restored" actions={<Button onClick={startAfresh}>Discard draft</Button>}>
            You left without saving at {formatDateTime(kept.keptAt)}. Check your changes before you save.
          </Alert>
        </div>
      )}
      <LeaveDialog id={id} />
    </>
  )
}
