import { useEffect, useEffectEvent } from 'react'
import { useForm, useWatch, type FieldValues } from 'react-hook-form'

import { fieldErrorsOf } from '#web/api/refusal.ts'
import { afterPress } from '#web/ui/after-press.ts'

/** What a form needs to know of the call that saves it. */
export type Saving = { isPending: boolean; isError: boolean; error: unknown; variables: unknown; reset: () => void }

type Name<T> = keyof T & string
type Errors<T> = { [K in keyof T]?: string | undefined }
type TextNames<T> = { [K in keyof T]: T[K] extends string ? K : never }[keyof T] & string

type FieldsOptions<T> = {
  /** the fields' ids begin with it */
  id: string
  initial: T
  check: (values: T) => Errors<T>
  /** missing where what is typed is used at once, and nothing can fail */
  saving?: Saving
  /** under which name the server refuses a field; its own unless told */
  wireName?: (name: Name<T>) => string
  /** the fields about which leaving one asks; only itself unless told */
  asksAbout?: (name: Name<T>) => readonly Name<T>[]
}

/** What is typed into a form, and what is wrong with it: said once a field was left, on every change from then on, and by the server (VAL-2). */
export function useFields<T extends object>({ id, initial, check, saving = nothingToSave, wireName, asksAbout }: FieldsOptions<T>) {
  const names = Object.keys(initial) as Name<T>[] // Object.keys forgets the names
  const form = useForm({
    defaultValues: initial as FieldValues,
    mode: 'onTouched',
    shouldFocusError: false, // the summary of errors takes the focus
    resolver: (values) => {
      const wrong = toldBy(check(values as T)) // what is typed began as `initial`
      return Object.keys(wrong).length > 0 ? { values: {}, errors: wrong } : { values, errors: {} }
    },
  })
  const { errors, touchedFields, isSubmitted, submitCount } = form.formState
  const values = useWatch({ control: form.control }) as T // likewise

  // What the server refused stays said until its field is changed or the form is sent again.
  const tell = useEffectEvent((error: unknown) => {
    for (const [wire, message] of Object.entries(fieldErrorsOf(error))) {
      form.setError(nameOf(wire, names, wireName ?? String), { type: refused, message })
    }
  })
  useEffect(() => tell(saving.error), [saving.error])

  const set = (change: Partial<T>) => {
    for (const [name, value] of Object.entries(change)) void form.register(name).onChange({ type: 'change', target: { name, value } })
    // One field's rules may look at another's value.
    const others = names.filter((name) => !(name in change) && (isSubmitted || touchedFields[name]) && errors[name]?.type !== refused)
    void form.trigger(others)
    if (saving.isError) saving.reset()
  }
  const leave = (name: string) => {
    void form.register(name).onBlur({ type: 'blur', target: { name, value: form.getValues(name) as unknown } })
  }
  const said = messagesIn(inOrder(errors, names))
  const field = (name: Name<T>) => ({
    id: `${id}-${name}`,
    error: said[name],
    onBlur: () => afterPress(() => (asksAbout?.(name) ?? [name]).forEach(leave)),
  })
  return {
    id,
    /** what the values are compared with */
    initial: form.formState.defaultValues as T, // began as `initial`, and settle() makes them the values
    values,
    set,
    field,
    saving,
    /** The fields as they began, and these as they were typed. */
    restore: (typed: Partial<T>) => form.reset({ ...form.formState.defaultValues, ...typed }, { keepDefaultValues: true }),
    /** What is typed now is what it began with. */
    settle: () => form.reset(form.getValues()),
    attempts: submitCount,
    /** by field; for one of several in a field: by `field.index` */
    errors: said,
    problems: Object.entries(said).map(([name, message]) => ({ message, fieldId: `${id}-${name.split('.')[0]}` })),
    text: (name: TextNames<T>) => ({
      ...field(name),
      value: values[name] as string, // TextNames are those whose values are text
      onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value } as Partial<T>), // likewise
    }),
    /** for controls that tell the value itself */
    chosen: <N extends Name<T>>(name: N) => ({
      ...field(name),
      value: values[name],
      onChange: (value: T[N]) => set({ [name]: value } as unknown as Partial<T>),
    }), // its one name is N
    submit: (save: (values: T) => void) => void form.handleSubmit((checked) => save(checked as T))(),
  }
}

const nothingToSave: Saving = { isPending: false, isError: false, error: null, variables: undefined, reset: () => {} }

export type Fields<T extends object> = ReturnType<typeof useFields<T>>

const refused = 'refused'

const toldBy = (wrong: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(wrong).flatMap(([name, message]) => (message ? [[name, { type: 'check', message }]] : [])))

/** `patientIds.2` is something in the field that is sent as `patientIds`. */
function nameOf<N extends string>(wire: string, names: readonly N[], wireName: (name: N) => string) {
  const name = names.find((one) => wire === wireName(one) || wire.startsWith(`${wireName(one)}.`))
  return name === undefined ? wire : name + wire.slice(wireName(name).length)
}

const inOrder = (errors: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(errors).toSorted(([one], [other]) => names.indexOf(one) - names.indexOf(other))) as object // of errors, as before

function messagesIn(errors: object, path = ''): Record<string, string> {
  const found = Object.entries(errors).flatMap(([name, error]: [string, object]) =>
    'message' in error ? [[path + name, String(error.message)]] : Object.entries(messagesIn(error, `${path}${name}.`)),
  )
  return Object.fromEntries(found) as Record<string, string> // pairs of two texts
}
