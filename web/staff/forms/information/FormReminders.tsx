import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { FormDetails } from '#contract/forms.ts'
import { organisationNumbers, reminderOrderProblem, wholeNumber } from '#domain/organisation-rules.ts'
import { type ReminderRule, reminderRuleWords } from '#domain/reminders.ts'
import { validate } from '#domain/validation/rules.ts'
import { firstError } from '#domain/validation/rule.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { RadioGroup, TextField } from '#web/staff/form-fields.tsx'
import { useSession } from '#web/staff/session.ts'
import { useFields, useFieldValue } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Grid } from '#web/ui/Layout.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { notify } from '#web/ui/notify.ts'

import { reminderWords as words } from './words.ts'

/** The reminders of a form: its own, or those of the organisation. */
export function reminderText(reminders: ReminderRule | null) {
  if (reminders === null) return words.ofOrganisation
  const rule = reminderRuleWords(reminders)
  return rule === undefined ? words.none : words.own(rule)
}

export function FormReminders({ form }: { form: FormDetails }) {
  const { can } = useSession()
  const [isOpen, setOpen] = useState(false)
  if (!can('form:update') || form.isArchived) return null
  return (
    <>
      <Button kind="link" onClick={() => setOpen(true)}>
        {words.change}
        <VisuallyHidden>{words.changeSuffix}</VisuallyHidden>
      </Button>
      <Dialog title={words.title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <RemindersForm form={form} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

const kinds = ['organisation', 'own', 'none'] as const
type Values = { kind: string } & Record<keyof ReminderRule, string>

const numberOf = { firstDays: 'reminderDays', secondDays: 'secondReminderDays', lastDays: 'lastReminderDays' } as const

function valuesOf(reminders: ReminderRule | null): Values {
  const { firstDays, secondDays, lastDays } = reminders ?? { firstDays: 3, secondDays: 0, lastDays: 0 }
  const isNone = reminderRuleWords({ firstDays, secondDays, lastDays }) === undefined
  return {
    kind: reminders === null ? 'organisation' : isNone ? 'none' : 'own',
    firstDays: String(firstDays),
    secondDays: String(secondDays),
    lastDays: String(lastDays),
  }
}

function ruleOf({ kind, firstDays, secondDays, lastDays }: Values): ReminderRule | null {
  if (kind === 'organisation') return null
  if (kind === 'none') return { firstDays: 0, secondDays: 0, lastDays: 0 }
  return { firstDays: Number(firstDays), secondDays: Number(secondDays), lastDays: Number(lastDays) }
}

function check(values: Values): Partial<Record<keyof Values, string | undefined>> {
  if (values.kind !== 'own') return {}
  const problemOf = (name: keyof ReminderRule) => {
    const { label, low, high } = organisationNumbers[numberOf[name]]
    return firstError(values[name], [validate.required, wholeNumber(low, high)], label)
  }
  return {
    firstDays: problemOf('firstDays'),
    secondDays: problemOf('secondDays') ?? reminderOrderProblem(Number(values.firstDays), Number(values.secondDays)),
    lastDays: problemOf('lastDays'),
  }
}

function RemindersForm({ form: { id, reminders }, onDone }: { form: FormDetails; onDone: () => void }) {
  const queryClient = useQueryClient()
  const { organisation, can } = useSession()
  const settings = useQuery({ ...q(api.organisations.get, { params: { id: organisation.id } }), enabled: can('tenant:read') })
  const save = useMutation({
    mutationFn: (values: Values) => api.forms.update({ params: { id }, body: { reminders: ruleOf(values) } }),
    onSuccess: (form) => {
      queryClient.setQueryData(q(api.forms.get, { params: { id } }).queryKey, form)
      notify({ label: words.saved, kind: 'success' })
      onDone()
    },
  })
  const fields = useFields<Values>({
    id: 'form-reminders',
    initial: valuesOf(reminders),
    check,
    saving: save,
    wireName: (name) => (name === 'kind' ? name : `reminders.${name}`),
  })
  const kind = useFieldValue(fields, 'kind')
  const ofOrganisation = settings.data && {
    firstDays: settings.data.reminderDays,
    secondDays: settings.data.secondReminderDays,
    lastDays: settings.data.lastReminderDays,
  }
  const hints = {
    organisation: ofOrganisation && words.organisationHint(reminderRuleWords(ofOrganisation)),
    own: undefined,
    none: words.noneHint,
  }
  return (
    <FieldsForm
      fields={fields}
      submitLabel={words.save}
      onSave={(values) => save.mutate(values)}
      actions={<Button onClick={onDone}>{words.cancel}</Button>}
      isInDialog
    >
      <RadioGroup
        label={words.kind}
        options={kinds.map((value) => ({ value, label: words.kinds[value], ...(hints[value] && { hint: hints[value] }) }))}
        {...fields.bind('kind')}
      />
      {kind === 'own' && (
        <Grid>
          <TextField label={words.first} hint={words.afterHint} {...number} {...fields.bind('firstDays')} />
          <TextField label={words.second} hint={words.afterHint} {...number} {...fields.bind('secondDays')} />
          <TextField label={words.last} hint={words.beforeHint} {...number} {...fields.bind('lastDays')} />
        </Grid>
      )}
    </FieldsForm>
  )
}

const number = { width: 4, inputMode: 'numeric', maxLength: 3, autoComplete: 'off' } as const
