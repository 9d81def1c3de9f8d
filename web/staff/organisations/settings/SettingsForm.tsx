import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'

import type { Organisation } from '#contract/organisations.ts'
import { readOnlyReason } from '#domain/setting-permissions.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { changedOnly } from '#web/staff/changed-only.ts'
import { Checkbox, DateField, RadioGroup, Select, TextField } from '#web/staff/form-fields.tsx'
import { refreshOrganisation } from '#web/staff/organisations/refresh-organisation.ts'
import { settingsWords } from '#web/staff/organisations/words.ts'
import { useSession } from '#web/staff/session.ts'
import { type Fields, useFields, useFieldValue } from '#web/staff/use-fields.ts'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Grid, Stack } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'

import { bodyOf, checkSettings, settingsOf, type SettingsValues } from './settings-values.ts'

/** The settings of an organisation (ORG-6), for its admins and for system administrators. */
export function SettingsForm({ organisation }: { organisation: Organisation }) {
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (values: SettingsValues) =>
      api.organisations.update({ params: { id: organisation.id }, body: changedOnly(bodyOf(values), bodyOf(settingsOf(organisation))) }),
    onSuccess: async () => {
      await refreshOrganisation(queryClient)
      notify({ label: settingsWords.saved, kind: 'success' })
    },
  })
  const fields = useFields({
    id: 'settings',
    initial: settingsOf(organisation),
    check: (values) => checkSettings(values, organisation),
    saving: save,
  })
  return (
    <FieldsForm fields={fields} submitLabel={settingsWords.save} onSave={(values) => save.mutate(values)}>
      <SettingsFields fields={fields} />
    </FieldsForm>
  )
}

const accessOptions = [
  { value: 'all', label: settingsWords.allWards },
  { value: 'assigned', label: settingsWords.assignedWards },
]
const number = { width: 4, inputMode: 'numeric', maxLength: 5, autoComplete: 'off' } as const

function SettingsFields({ fields }: { fields: Fields<SettingsValues> }) {
  const { bind } = fields
  const [wardAccess, isSecondFactorRequired] = [useFieldValue(fields, 'wardAccess'), useFieldValue(fields, 'secondFactorRequired')]
  const { permissions } = useSession().member
  const areKept = useRouteContext({ from: '/inside' }).config.outbox
  const wardAccessReason = readOnlyReason('wardAccess', permissions)
  return (
    <>
      <LabelledSection label={settingsWords.formRequests}>
        <Grid>
          <TextField
            label={settingsWords.reminderDays}
            hint={areKept ? settingsWords.reminderHintKept : settingsWords.reminderHint}
            {...number}
            {...bind('reminderDays')}
          />
          <TextField label={settingsWords.expiryDays} hint={settingsWords.expiryHint} {...number} {...bind('expiryDays')} />
          <TextField label={settingsWords.autoCloseDays} hint={settingsWords.autoCloseHint} {...number} {...bind('autoCloseDays')} />
          <TextField label={settingsWords.minimumAge} hint={settingsWords.minimumAgeHint} {...number} {...bind('minimumAge')} />
        </Grid>
      </LabelledSection>
      <SendingHoursFields fields={fields} />
      <LabelledSection label={settingsWords.access}>
        <Stack>
          <TextField
            label={settingsWords.clinicianTimeout}
            hint={settingsWords.clinicianTimeoutHint}
            isOptional
            {...number}
            {...bind('clinicianTimeout')}
          />
          {wardAccessReason === undefined ? (
            <RadioGroup label={settingsWords.wardAccess} options={accessOptions} {...bind('wardAccess')} />
          ) : (
            <ReadOnlySetting
              label={settingsWords.wardAccess}
              value={accessOptions.find(({ value }) => value === wardAccess)?.label}
              reason={wardAccessReason}
            />
          )}
          <Checkbox label={settingsWords.secondFactor} hint={settingsWords.secondFactorHint} {...bind('secondFactorRequired')} />
          {isSecondFactorRequired && (
            <DateField label={settingsWords.secondFactorFrom} hint={settingsWords.secondFactorFromHint} {...bind('secondFactorFrom')} />
          )}
        </Stack>
      </LabelledSection>
    </>
  )
}

/** A setting that the viewer can see but not change, with the reason. */
const ReadOnlySetting = ({ label, value, reason }: { label: string; value: string | undefined; reason: string }) => (
  <div>
    <p>
      <b>{label}</b>
    </p>
    <p>{value}</p>
    <p className="muted">{reason}</p>
  </div>
)

const hours = Array.from({ length: 25 }, (_, hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` }))

function SendingHoursFields({ fields: { bind } }: { fields: Fields<SettingsValues> }) {
  return (
    <LabelledSection label={settingsWords.sendingHours} description={settingsWords.sendingHoursText}>
      <Stack>
        <Grid>
          <Select label={settingsWords.sendFrom} width={10} options={hours.slice(0, -1)} {...bind('sendingFrom')} />
          <Select label={settingsWords.sendUntil} width={10} options={hours.slice(1)} {...bind('sendingUntil')} />
        </Grid>
        <Checkbox label={settingsWords.weekdaysOnly} hint={settingsWords.weekdaysOnlyHint} {...bind('sendsOnWeekdaysOnly')} />
      </Stack>
    </LabelledSection>
  )
}
