import type { Fields } from '#web/staff/use-fields.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Grid, Stack } from '#web/ui/Layout.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { SendingHoursFields } from './SendingHoursFields.tsx'
import type { SettingsValues } from './settings-values.ts'

const accessOptions = [
  { value: 'all', label: 'Every user sees the patients of every ward' },
  { value: 'assigned', label: 'Users see only patients of the wards they are assigned to' },
]
const number = { width: 4, inputMode: 'numeric', maxLength: 5, autoComplete: 'off' } as const

export function SettingsFields({ fields }: { fields: Fields<SettingsValues> }) {
  const { values, set, text } = fields
  return (
    <>
      <LabelledSection label="Form requests">
        <Grid>
          <TextField
            label="Reminder days"
            hint="Days after sending, when a reminder goes out. 0: never."
            {...number}
            {...text('reminderDays')}
          />
          <TextField label="Expiry days" hint="Days after sending, when a form not answered expires." {...number} {...text('expiryDays')} />
          <TextField
            label="Auto-close days"
            hint="Days after completion, when a request closes by itself."
            {...number}
            {...text('autoCloseDays')}
          />
          <TextField
            label="Minimum age"
            hint="Patients must be older than this. 16 is the lowest there can be."
            {...number}
            {...text('minimumAge')}
          />
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
            {...text('clinicianTimeout')}
          />
          <RadioGroup
            label="Ward access"
            options={accessOptions}
            value={values.wardAccess}
            onChange={(value) => set({ wardAccess: value === 'assigned' ? 'assigned' : 'all' })}
          />
          <Checkbox
            label="Everyone signs in with a second factor"
            hint="An authenticator app or a passkey. Who has none sets one up when they sign in next; who is signed in without one is asked to sign in again at once."
            checked={values.secondFactorRequired}
            onChange={(event) => set({ secondFactorRequired: event.target.checked })}
          />
        </Stack>
      </LabelledSection>
    </>
  )
}
