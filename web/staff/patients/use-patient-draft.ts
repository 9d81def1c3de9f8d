import { useState } from 'react'

import { dateOf } from '#domain/dates.ts'
import { checkPatient, fieldsAskedBy, wireNameOf, type PatientField } from '#domain/patient-rules.ts'
import { fieldErrorsOf } from '#web/api/refusal.ts'
import { useSession } from '#web/staff/session.ts'

import { fieldNames, type PatientDraft } from './patient-values.ts'

type Errors = Partial<Record<PatientField, string>>

/** A patient being typed, checked by the rules that the server checks by: on leaving a field and, once left, on every change (VAL-2). */
export function usePatientDraft(initial: PatientDraft, refusal: unknown) {
  const { organisation } = useSession()
  const [draft, setDraft] = useState(initial)
  const [left, setLeft] = useState<ReadonlySet<PatientField>>(new Set())
  const [attempts, setAttempts] = useState(0)
  // What the server refused stays said until the field is changed.
  const [answered, setAnswered] = useState<{ to: unknown; changed: ReadonlySet<string> }>({ to: undefined, changed: new Set() })
  const changedSince = answered.to === refusal ? answered.changed : new Set<string>()

  const problems = checkPatient(draft, { today: dateOf(new Date()), minimumAge: organisation.minimumAge })
  const refused = fieldErrorsOf(refusal)
  const errors: Errors = {}
  for (const field of fieldNames) {
    const said = changedSince.has(field) ? undefined : refused[wireNameOf(field)]
    const message = (left.has(field) ? problems.find((problem) => problem.field === field)?.message : undefined) ?? said
    if (message !== undefined) errors[field] = message
  }

  const leave = (fields: readonly PatientField[]) => setLeft(new Set([...left, ...fields]))
  return {
    draft,
    errors,
    attempts,
    change: (change: Partial<PatientDraft>) => {
      setDraft({ ...draft, ...change })
      setAnswered({ to: refusal, changed: new Set([...changedSince, ...Object.keys(change)]) })
    },
    leave: (field: PatientField) => leave(draft[field] === initial[field] ? [field] : fieldsAskedBy(field)),
    /** Shows everything that is wrong; tells whether nothing is. */
    check: () => {
      leave(fieldNames)
      setAttempts(attempts + 1)
      return problems.length === 0
    },
  }
}
export type PatientDrafting = ReturnType<typeof usePatientDraft>
