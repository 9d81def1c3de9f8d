import { readOnlyReason } from '#domain/setting-permissions.ts'
import { useSession } from '#web/staff/session.ts'
import { Checkbox, DateField, RadioGroup, TextField } from '#web/staff/form-fields.tsx'
import { type Fields, useFieldValue } from '#web/staff/use-fields.ts'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Grid, Stack } from '#web/ui/Layout.tsx'

import { SendingHoursFields } from './SendingHoursFields.tsx'
import type { SettingsValues } from './settings-values.ts'

const accessOptions = [
  { value: 'all', label: 'Every user sees the patients of every ward' },
  { value: 'assigned', label: 'Users see only patients of the wards they are assigned to' },
]
const number = { width: 4, inputMode: 'numeric', maxLength: 5, autoComplete: 'off' } as const

export function SettingsFields({ fields }: { fields: Fields<SettingsValues> }) {
  const { bind } = fields
  const [wardAccess, isSecondFactorRequired] = [useFieldValue(fields, 'wardAccess'), useFieldValue(fields, 'secondFactorRequired')]
  const { permissions } = useSession().member
  const wardAccessReason = readOnlyReason('wardAccess', permissions)
  return (
    <>
      <LabelledSection label="Form requests">
        <Grid>
          <TextField label="Expiry days" hint="Days after sending, when a form not answered expires." {...number} {...bind('expiryDays')} />
          <TextField
            label="Auto-close days"
            hint="Days after completion, when a request closes by itself."
            {...number}
            {...bind('autoCloseDays')}
          />
          <TextField label="Minimum age" hint="Patients must be older than this. The lowest is 16." {...number} {...bind('minimumAge')} />
        </Grid>
      </LabelledSection>
      <SendingHoursFields fields={fields} />
      <LabelledSection label="Access">
        <Stack>
          <TextField
            label="Clinician timeout"
            hint="Minutes without activity, after which clinicians are signed out. Empty: never."
            isOptional
            {...number}
            {...bind('clinicianTimeout')}
          />
          {wardAccessReason === undefined ? (
            <RadioGroup label="Ward access" options={accessOptions} {...bind('wardAccess')} />
          ) : (
            <ReadOnlySetting
              label="Ward access"
              value={accessOptions.find(({ value }) => value === wardAccess)?.label}
              reason={wardAccessReason}
            />
          )}
          <Checkbox
            label="Everyone signs in with a second factor"
            hint="An authenticator app or a passkey, besides the password."
            {...bind('secondFactorRequired')}
          />
          {isSecondFactorRequired && (
            <DateField
              label="Second factor required from"
              hint="Until then, users without a second factor can sign in and see a reminder on every screen. On this day, sessions without a second factor end."
              {...bind('secondFactorFrom')}
            />
          )}
        </Stack>
      </LabelledSection>
    </>
  )
}

/** A setting that the member can see and not change, with the reason. */
const ReadOnlySetting = ({ label, value, reason }: { label: string; value: string | undefined; reason: string }) => (
  <div>
    <p>
      <b>{label}</b>
    </p>
    <p>{value}</p>
    <p className="muted">{reason}</p>
  </div>
)
