import type { ComponentProps } from 'react'

import { methodLabel, notificationMethods } from '#domain/notification.ts'
import { admissionStatuses, admissionStatusLabels, sexes, sexLabels } from '#domain/patient-choices.ts'
import { patientFields, type PatientField } from '#domain/patient-rules.ts'
import { Checkbox, DateField, Select, TextField } from '#web/staff/form-fields.tsx'
import type { Fields } from '#web/staff/use-fields.ts'
import { Grid, Stack } from '#web/ui/Layout.tsx'

import type { PatientDraft } from './patient-values.ts'
import { useWardOptions } from './wards.ts'

type OfPatient = { fields: Fields<PatientDraft> }

/** What every field of the form shares. */
const field = (fields: Fields<PatientDraft>, name: PatientField) => ({ label: patientFields[name], ...fields.bind(name) })

type TextProps = OfPatient & { name: PatientField } & Omit<ComponentProps<typeof TextField>, 'label' | 'field'>
// Somebody else's details: the browser must not fill in one's own.
const Text = ({ fields, name, ...rest }: TextProps) => <TextField {...field(fields, name)} autoComplete="off" {...rest} />

export function IdentityFields({ fields }: OfPatient) {
  return (
    <Stack>
      <Grid>
        <Text fields={fields} name="firstName" required />
        <Text fields={fields} name="lastName" required />
      </Grid>
      <Grid>
        <DateField label={patientFields.dateOfBirth} hint="For example, 9 3 1961" {...fields.bind('dateOfBirth')} />
        <Select
          {...field(fields, 'sex')}
          isOptional
          width={10}
          placeholder="Not known"
          options={sexes.map((sex) => ({ value: sex, label: sexLabels[sex] }))}
        />
      </Grid>
      <Grid>
        <Text fields={fields} name="nhsNumber" isOptional hint="10 digits, such as 999 000 0018" width={20} inputMode="numeric" />
        <Text fields={fields} name="localPatientId" isOptional hint="Your own system's number for the patient" width={20} />
      </Grid>
    </Stack>
  )
}

export function ContactFields({ fields }: OfPatient) {
  return (
    <Stack>
      <Grid>
        <Text fields={fields} name="phoneNumber" isOptional hint="A UK mobile number" width={20} type="tel" />
        <Text fields={fields} name="emailAddress" isOptional type="email" hint="An address that only the patient reads" />
      </Grid>
      <Select
        {...field(fields, 'preferredMethod')}
        isOptional
        hint="How the patient prefers to hear about forms"
        width={20}
        placeholder="No preference"
        options={notificationMethods.map((method) => ({ value: method, label: methodLabel(method) }))}
      />
      <Checkbox
        label="The patient may be contacted about forms"
        hint="If you do not tick this box, no message is sent to the patient."
        {...fields.bind('mayBeContacted')}
      />
    </Stack>
  )
}

export function AddressFields({ fields }: OfPatient) {
  return (
    <Stack>
      <Grid>
        <Text fields={fields} name="line1" isOptional />
        <Text fields={fields} name="line2" isOptional />
      </Grid>
      <Grid>
        <Text fields={fields} name="town" isOptional />
        <Text fields={fields} name="county" isOptional />
        <Text fields={fields} name="postcode" isOptional width={10} />
      </Grid>
    </Stack>
  )
}

export function CareFields({ fields }: OfPatient) {
  const wards = useWardOptions()
  return (
    <Stack>
      <Grid>
        <Select {...field(fields, 'wardId')} width={20} isOptional placeholder="No ward" options={wards} />
        <Select
          {...field(fields, 'admissionStatus')}
          width={20}
          isOptional
          options={admissionStatuses.map((status) => ({ value: status, label: admissionStatusLabels[status] }))}
        />
      </Grid>
      <Checkbox label="On record" hint="The patient has a record in your organisation's own system." {...fields.bind('onRecord')} />
    </Stack>
  )
}
