import { useState } from 'react'

import { fieldErrorsOf } from '#web/api/refusal.ts'
import { afterPress } from '#web/ui/after-press.ts'

/** What a form needs to know of the call that saves it. */
export type Saving = { isPending: boolean; isError: boolean; error: unknown; reset: () => void }

type Errors<T> = { [K in keyof T]?: string | undefined }
type TextNames<T> = { [K in keyof T]: T[K] extends string ? K : never }[keyof T] & string

type FieldsOptions<T> = {
  /** the fields' ids begin with it */
  id: string
  initial: T
  check: (values: T) => Errors<T>
  saving: Saving
}

/** What is typed into a form, and what is wrong with it: said once a field was left, on every change from then on, and by the server (VAL-2). */
export function useFields<T extends object>({ id, initial, check, saving }: FieldsOptions<T>) {
  const [values, setValues] = useState(initial)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [attempts, setAttempts] = useState(0)
  const wrong = Object.entries(check(values)).filter(([, message]) => message) as [string, string][] // the others were filtered out
  const shown = wrong.filter(([name]) => attempts > 0 || left.has(name))
  const errors: Record<string, string> = { ...fieldErrorsOf(saving.error), ...Object.fromEntries(shown) }

  const set = (change: Partial<T>) => {
    setValues({ ...values, ...change })
    if (saving.isError) saving.reset()
  }
  const field = (name: keyof T & string) => ({
    id: `${id}-${name}`,
    error: errors[name],
    onBlur: () => afterPress(() => setLeft((before) => new Set([...before, name]))),
  })
  return {
    values,
    set,
    field,
    attempts,
    problems: Object.entries(errors).map(([name, message]) => ({ message, fieldId: `${id}-${name}` })),
    text: (name: TextNames<T>) => ({
      ...field(name),
      value: values[name] as string, // TextNames are those whose values are text
      onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value } as Partial<T>), // likewise
    }),
    submit: (save: (values: T) => void) => {
      setAttempts(attempts + 1)
      if (wrong.length === 0) save(values)
    },
  }
}
