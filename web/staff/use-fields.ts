import { useEffect, useEffectEvent } from 'react'
import { useController, useForm, useWatch, type FieldValues } from 'react-hook-form'

import { fieldErrorsOf } from '#web/api/refusal.ts'
import { afterPress } from '#web/ui/after-press.ts'

/** What a form needs to know about the call that saves it. */
export type Saving = { isPending: boolean; isError: boolean; error: unknown; variables: unknown; reset: () => void }

type Name<T> = keyof T & string
type Errors<T> = { [K in keyof T]?: string | undefined }

type FieldsOptions<T> = {
  /** prefix of the ids of the fields */
  id: string
  initial: T
  check: (values: T) => Errors<T>
  /** absent for a form whose values are used at once, without a call that can fail */
  saving?: Saving
  /** the name by which the server refuses a field; the default is the same name */
  wireName?: (name: Name<T>) => string
  /** the fields that are checked when a field is left; the default is that field only */
  validatedWith?: (name: Name<T>) => readonly Name<T>[]
}

/**
 * The values of a form and their errors. An error appears when its field is left, and from then on after each change. An error from the server
 * stays until its field changes or the form is sent again (VAL-2).
 */
export function useFields<T extends object>({ id, initial, check, saving = nothingToSave, wireName, validatedWith }: FieldsOptions<T>) {
  const names = Object.keys(initial) as Name<T>[] // Object.keys returns strings
  const form = useForm({
    defaultValues: initial as FieldValues,
    mode: 'onTouched',
    shouldFocusError: false, // the error summary takes the focus
    resolver: (values) => {
      const errors = toFieldErrors(check(values as T)) // the values began as `initial`
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
    },
  })
  const { errors, touchedFields, isSubmitted, submitCount } = form.formState

  const showRefusal = useEffectEvent((error: unknown) => {
    for (const [wire, message] of Object.entries(fieldErrorsOf(error))) {
      form.setError(nameOf(wire, names, wireName ?? String), { type: refused, message })
    }
  })
  useEffect(() => showRefusal(saving.error), [saving.error])

  const isChecked = (name: Name<T>) => isSubmitted || Boolean(touchedFields[name])
  /** The rule of one field may depend on the value of another. */
  const changed = (those: readonly string[]) => {
    void form.trigger(names.filter((name) => !those.includes(name) && isChecked(name) && errors[name]?.type !== refused))
    if (saving.isError) saving.reset()
  }
  const messages = messagesIn(inOrder(errors, names))
  const bind = <N extends Name<T>>(name: N): Bind<T[N]> => ({
    field: {
      name,
      id: `${id}-${name}`,
      control: form.control,
      onChanged: () => changed([name]),
      onLeft: () => {
        const others = (validatedWith?.(name) ?? []).filter((other) => other !== name)
        if (!isSubmitted && others.length > 0) void form.trigger(others, { shouldTouch: true })
      },
    },
  })
  return {
    id,
    control: form.control,
    /** what the values are compared with */
    initial: form.formState.defaultValues as T, // began as `initial`, and settle() makes them the values
    saving,
    current: () => form.getValues() as T,
    /** Changes fields from outside their controls. */
    set: (change: Partial<T>) => {
      const those = Object.keys(change) as Name<T>[] // likewise
      for (const name of those) form.setValue(name, change[name] as never, { shouldDirty: true, shouldValidate: isChecked(name) })
      changed(those)
    },
    /** Gives the initial values back, except for `typed`. */
    restore: (typed: Partial<T>) => form.reset({ ...form.formState.defaultValues, ...typed }, { keepDefaultValues: true }),
    /** Makes the values, with that change, the initial values. They count as not checked yet. */
    settle: (change: Partial<T> = {}) => form.reset({ ...form.getValues(), ...change }),
    /** Checks a field that its control has left. */
    leave: (name: Name<T>) => afterPress(() => void (isSubmitted || form.trigger(name, { shouldTouch: true }))),
    attempts: submitCount,
    /** by field; for an item of a field: by `field.index` */
    errors: messages,
    problems: Object.entries(messages).map(([name, message]) => ({ message, fieldId: `${id}-${name.split('.')[0]}` })),
    /** for a control of web/staff/form-fields.tsx, or one that calls useBoundField */
    bind,
    submit: (save: (values: T) => void) => void form.handleSubmit((checked) => save(checked as T))(),
  }
}

export type Fields<T extends object> = ReturnType<typeof useFields<T>>

/** The props that bind a control to a field whose value is a V. */
export type Bind<V> = {
  field: {
    name: string
    id: string
    control: ReturnType<typeof useForm>['control']
    onChanged: () => void
    onLeft: () => void
    /** never there: it tells the compiler which values the field has */
    value?: V
  }
}

/** The value and the error of one field. Only the component that calls it renders when the field changes. */
export function useBoundField<V>({ name, id, control, onChanged, onLeft }: Bind<V>['field']) {
  const { field, fieldState } = useController({ name, control })
  return {
    id,
    value: field.value as V, // bind() gave the name of a field whose values are V
    error: fieldState.error?.message,
    onChange: (value: V) => {
      field.onChange(value)
      onChanged()
    },
    onBlur: () =>
      afterPress(() => {
        field.onBlur()
        onLeft()
      }),
  }
}

/** The value of one field, for what depends on it. */
export const useFieldValue = <T extends object, N extends Name<T>>({ control }: Fields<T>, name: N) => useWatch({ control, name }) as T[N]

/** All values of a form. The component that calls it renders at every change. */
export const useFieldValues = <T extends object>({ control }: Fields<T>) => useWatch({ control }) as T

export const nothingToSave: Saving = { isPending: false, isError: false, error: null, variables: undefined, reset: () => {} }

const refused = 'refused'

const toFieldErrors = (errors: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(errors).flatMap(([name, message]) => (message ? [[name, { type: 'check', message }]] : [])))

/** `patientIds.2` is an item of the field that is sent as `patientIds`. */
function nameOf<N extends string>(wire: string, names: readonly N[], wireName: (name: N) => string) {
  const name = names.find((one) => wire === wireName(one)) ?? names.find((one) => wire.startsWith(`${wireName(one)}.`))
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
