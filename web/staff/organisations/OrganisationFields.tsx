import type { Fields } from '#web/staff/use-fields.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Grid } from '#web/ui/Layout.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import type { OrganisationValues } from './organisation-fields.ts'

const accessOptions = [
  { value: 'all', label: 'Every user sees the patients of every ward' },
  { value: 'assigned', label: 'Users see only patients of the wards they are assigned to' },
]

export function OrganisationFields({ fields: { values, set, text } }: { fields: Fields<OrganisationValues> }) {
  const number = { width: 4, inputMode: 'numeric', maxLength: 5, autoComplete: 'off' } as const
  return (
    <>
      <LabelledSection label="Organisation">
        <Grid>
          <TextField label="Name" maxLength={200} required {...text('name')} />
        </Grid>
        <Grid>
          <TextField
            label="ODS Code"
            hint="Letters and digits; no other organisation has it"
            maxLength={20}
            required
            {...text('odsCode')}
          />
          <TextField label="Organisation number" hint="As your own systems know it" isOptional maxLength={50} {...text('code')} />
        </Grid>
        <Grid>
          <TextField label="Vital type" isOptional maxLength={100} {...text('vitalType')} />
          <TextField label="Regulatory body" isOptional maxLength={100} {...text('regulatoryBody')} />
        </Grid>
      </LabelledSection>
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
            hint="Patients must be older than this many years. At least 16."
            {...number}
            {...text('minimumAge')}
          />
        </Grid>
      </LabelledSection>
      <LabelledSection label="Access">
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
      </LabelledSection>
    </>
  )
}
