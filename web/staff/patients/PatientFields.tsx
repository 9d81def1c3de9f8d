import type { ComponentProps, Ref } from 'react'

import { methodLabel, notificationMethods } from '#domain/notification.ts'
import { admissionStatuses, admissionStatusLabels, patientFields, sexes, sexLabels, type PatientField } from '#domain/patient-rules.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { Grid, Stack } from '#web/ui/Layout.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import type { PatientDrafting } from './use-patient-draft.ts'
import { useWardOptions } from './wards.ts'

/** What every field of the form shares. */
const field = ({ draft, errors, change, leave }: PatientDrafting, name: PatientField) => ({
  id: `patient-${name}`,
  label: patientFields[name],
  value: draft[name],
  error: errors[name],
  onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  onBlur: () => leave(name),
})

type TextProps = { of: PatientDrafting; name: PatientField } & Omit<ComponentProps<typeof TextField>, 'label'>
// Somebody else's details: the browser must not fill in one's own.
const Text = ({ of, name, ...rest }: TextProps) => <TextField {...field(of, name)} autoComplete="off" {...rest} />

export function IdentityFields({ birthRef, ...of }: PatientDrafting & { birthRef: Ref<HTMLInputElement> }) {
  const { draft, errors, change, leave } = of
  return (
    <Stack>
      <Grid>
        <Text of={of} name="firstName" required />
        <Text of={of} name="lastName" required />
      </Grid>
      <Grid>
        <DateField
          label={patientFields.dateOfBirth}
          hint="For example, 9 3 1961"
          value={draft.dateOfBirth}
          error={errors.dateOfBirth}
          onChange={(dateOfBirth) => change({ dateOfBirth })}
          onBlur={() => leave('dateOfBirth')}
          ref={birthRef}
        />
        <Select
          {...field(of, 'sex')}
          isOptional
          width={10}
          placeholder="Not known"
          options={sexes.map((sex) => ({ value: sex, label: sexLabels[sex] }))}
        />
      </Grid>
      <Grid>
        <Text of={of} name="nhsNumber" isOptional hint="10 digits, such as 999 000 0018" width={20} inputMode="numeric" />
        <Text of={of} name="localPatientId" isOptional hint="Your own system's number for the patient" width={20} />
      </Grid>
    </Stack>
  )
}

export function ContactFields(of: PatientDrafting) {
  const { draft, change } = of
  return (
    <Stack>
      <Grid>
        <Text of={of} name="phoneNumber" isOptional hint="A UK mobile number" width={20} type="tel" />
        <Text of={of} name="emailAddress" isOptional type="email" hint="Only the patient should be able to read it" />
      </Grid>
      <Select
        {...field(of, 'preferredMethod')}
        isOptional
        hint="How they want to be told about forms"
        width={20}
        placeholder="No preference"
        options={notificationMethods.map((method) => ({ value: method, label: methodLabel(method) }))}
      />
      <Checkbox
        label="The patient may be contacted about forms"
        hint="Without it no message is sent to them, by hand or by import."
        checked={draft.mayBeContacted}
        onChange={(event) => change({ mayBeContacted: event.target.checked })}
      />
    </Stack>
  )
}

export function AddressFields(of: PatientDrafting) {
  return (
    <Stack>
      <Grid>
        <Text of={of} name="line1" isOptional />
        <Text of={of} name="line2" isOptional />
      </Grid>
      <Grid>
        <Text of={of} name="town" isOptional />
        <Text of={of} name="county" isOptional />
        <Text of={of} name="postcode" isOptional width={10} />
      </Grid>
    </Stack>
  )
}

export function CareFields(of: PatientDrafting) {
  const { draft, change } = of
  const wards = useWardOptions()
  return (
    <Stack>
      <Grid>
        <Select {...field(of, 'wardId')} width={20} isOptional placeholder="No ward" options={wards} />
        <Select
          {...field(of, 'admissionStatus')}
          width={20}
          isOptional
          options={admissionStatuses.map((status) => ({ value: status, label: admissionStatusLabels[status] }))}
        />
      </Grid>
      <Checkbox
        label="On record"
        hint="Your organisation's own patient record knows this patient."
        checked={draft.onRecord}
        onChange={(event) => change({ onRecord: event.target.checked })}
      />
    </Stack>
  )
}
