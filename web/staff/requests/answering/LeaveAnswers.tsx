import { useEffect, useRef } from 'react'

import { LeaveDialog } from '#web/staff/unsaved/LeaveDialog.tsx'
import { openForms } from '#web/staff/unsaved/unsaved-forms.ts'
import { nothingToSave } from '#web/staff/use-fields.ts'
import { useStable } from '#web/ui/use-stable.ts'

import type { TypedAnswers } from './use-answers.ts'

const id = 'answers'

/** A save that takes longer than this does not hold the user back: the user is asked. */
const saveWithinMs = 3_000

const stateOf = (isChanged: boolean) => ({ isChanged, saving: nothingToSave, isLeft: false, settle: () => {} })

/** Saves what was typed when the user leaves the screen, and asks when an answer could not be saved (PTN-6). */
export function LeaveAnswers({ typing }: { typing: TypedAnswers }) {
  const isChanged = Object.keys(typing.typed).length > 0
  useEffect(() => openForms.set(id, stateOf(isChanged)))
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
      openForms.leave(id)
    }
  }, [])
  const saveFirst = useStable(async () => {
    const isSaved = typing.saveAll().then(({ unsaved }) => unsaved.length === 0)
    const isLate = new Promise<false>((resolve) => setTimeout(() => resolve(false), saveWithinMs))
    const isChangedStill = !(await Promise.race([isSaved, isLate]))
    // The user may have left meanwhile, by an earlier press.
    if (isOpen.current) openForms.set(id, stateOf(isChangedStill))
  })
  return <LeaveDialog id={id} saveFirst={saveFirst} />
}
