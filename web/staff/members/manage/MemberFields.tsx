import { roleDescription, roleLabel, selectableRoles } from '#domain/roles.ts'
import type { Fields } from '#web/staff/use-fields.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { ComboBox } from '#web/ui/ComboBox.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Grid } from '#web/ui/Layout.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { ClinicianTimeoutField } from './ClinicianTimeoutField.tsx'
import type { MemberValues } from './member-fields.ts'
import { timezoneOptions } from './timezone-options.ts'

const roleOptions = selectableRoles.map((value) => ({ value, label: roleLabel(value), hint: roleDescription(value) }))

export function MemberFields({ fields }: { fields: Fields<MemberValues> }) {
  const { values, set, field, text, chosen } = fields
  return (
    <>
      <LabelledSection label="Person">
        <Grid>
          <TextField label="First name" maxLength={100} autoComplete="off" required {...text('firstName')} />
          <TextField label="Last name" maxLength={100} autoComplete="off" required {...text('lastName')} />
        </Grid>
        <Grid>
          <TextField
            label="Email address"
            type="email"
            hint="They sign in with it."
            maxLength={254}
            autoComplete="off"
            required
            {...text('emailAddress')}
          />
          <TextField
            label="Phone number"
            type="tel"
            hint="UK mobile"
            isOptional
            maxLength={30}
            autoComplete="off"
            {...text('phoneNumber')}
          />
        </Grid>
        <Grid>
          <TextField label="Occupation" isOptional maxLength={100} {...text('occupation')} />
          <TextField label="Job title" isOptional maxLength={100} {...text('jobTitle')} />
        </Grid>
      </LabelledSection>
      <LabelledSection label="Role">
        <RadioGroup label="Role" isLabelHidden options={roleOptions} {...chosen('role')} />
      </LabelledSection>
      <LabelledSection label="Clinician">
        <Checkbox
          label="This person is a clinician"
          hint="Clinicians are signed out when they are inactive for as long as the organisation says."
          checked={values.isClinician}
          onChange={(event) => set({ isClinician: event.target.checked })}
        />
        {values.isClinician && <ClinicianTimeoutField {...text('clinicianTimeout')} />}
      </LabelledSection>
      <LabelledSection label="Language and place">
        <Grid>
          <Select
            label="Language"
            options={[{ value: 'en', label: 'English' }]}
            value={values.language}
            onChange={() => set({ language: 'en' })}
          />
          <ComboBox
            label="Timezone"
            options={timezoneOptions}
            {...field('timezone')}
            value={values.timezone || null}
            onChange={(timezone) => set({ timezone: timezone ?? '' })}
          />
        </Grid>
      </LabelledSection>
    </>
  )
}
