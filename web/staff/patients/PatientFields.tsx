import type { ComponentProps } from 'react'

import { byEnglishName, english, languageNames, translationLanguages } from '#domain/languages.ts'
import { methodLabel, notificationMethods } from '#domain/notification.ts'
import { admissionStatuses, admissionStatusLabels, sexes, sexLabels } from '#domain/patient-choices.ts'
import { patientFields, type PatientField } from '#domain/patient-rules.ts'
import { Checkbox, CheckboxGroup, DateField, Select, TextField } from '#web/staff/form-fields.tsx'
import { type Fields, useFieldValue } from '#web/staff/use-fields.ts'
import { Grid, Stack } from '#web/ui/Layout.tsx'

import type { PatientDraft } from './patient-values.ts'
import { useWardOptions } from './wards.ts'
import { patientFieldWords as words } from './words.ts'

type OfPatient = { fields: Fields<PatientDraft> }

/** The label and binding of a field. */
const field = (fields: Fields<PatientDraft>, name: PatientField) => ({ label: patientFields[name], ...fields.bind(name) })

type TextProps = OfPatient & { name: PatientField } & Omit<ComponentProps<typeof TextField>, 'label' | 'field'>
// The browser must not fill in the user’s own details for a patient.
const Text = ({ fields, name, ...rest }: TextProps) => <TextField {...field(fields, name)} autoComplete="off" {...rest} />

export function IdentityFields({ fields }: OfPatient) {
  const isDeceased = useFieldValue(fields, 'deceased')
  return (
    <Stack>
      <Grid>
        <Text fields={fields} name="firstName" required />
        <Text fields={fields} name="lastName" required />
      </Grid>
      <Grid>
        <DateField label={patientFields.dateOfBirth} hint={words.dateOfBirthHint} {...fields.bind('dateOfBirth')} />
        <Select
          {...field(fields, 'sex')}
          isOptional
          width={10}
          placeholder={words.sexNotKnown}
          options={sexes.map((sex) => ({ value: sex, label: sexLabels[sex] }))}
        />
      </Grid>
      {isDeceased && (
        <DateField label={patientFields.dateOfDeath} isOptional hint={words.dateOfDeathHint} {...fields.bind('dateOfDeath')} />
      )}
      <Grid>
        <Text fields={fields} name="nhsNumber" isOptional hint={words.nhsNumberHint} width={20} inputMode="numeric" />
        <Text fields={fields} name="localPatientId" isOptional hint={words.localPatientIdHint} width={20} />
      </Grid>
    </Stack>
  )
}

export function ContactFields({ fields }: OfPatient) {
  const locale = useFieldValue(fields, 'locale')
  return (
    <Stack>
      <Grid>
        <Text fields={fields} name="phoneNumber" isOptional hint={words.phoneNumberHint} width={20} type="tel" />
        <Text fields={fields} name="emailAddress" isOptional type="email" hint={words.emailAddressHint} />
      </Grid>
      <Select
        {...field(fields, 'preferredMethod')}
        isOptional
        hint={words.preferredMethod.hint}
        width={20}
        placeholder={words.preferredMethod.none}
        options={notificationMethods.map((method) => ({ value: method, label: methodLabel(method) }))}
      />
      <Select
        label={words.locale.label}
        hint={words.locale.hint}
        isOptional
        width={20}
        placeholder={words.locale.notKnown}
        options={languageOptions(locale)}
        {...fields.bind('locale')}
      />
      <Checkbox label={words.mayBeContacted.label} hint={words.mayBeContacted.hint} {...fields.bind('mayBeContacted')} />
      <CheckboxGroup
        label={words.optedOutMethods.label}
        hint={words.optedOutMethods.hint}
        isOptional
        options={notificationMethods.map((method) => ({ value: method, label: methodLabel(method) }))}
        {...fields.bind('optedOutMethods')}
      />
      <Checkbox label={words.leftOutOfNhsApp.label} hint={words.leftOutOfNhsApp.hint} {...fields.bind('leftOutOfNhsApp')} />
    </Stack>
  )
}

/** English first, because most patients read it. Another system may have recorded another language. */
const languageOptions = (recorded: string) =>
  [...new Set([english, ...byEnglishName([...translationLanguages, recorded])])]
    .filter((language) => language !== '')
    .map((language) => ({ value: language, label: languageNames(language) }))

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
        <Select {...field(fields, 'wardId')} width={20} isOptional placeholder={words.noWard} options={wards} />
        <Select
          {...field(fields, 'admissionStatus')}
          width={20}
          isOptional
          options={admissionStatuses.map((status) => ({ value: status, label: admissionStatusLabels[status] }))}
        />
      </Grid>
      <Checkbox label={words.onRecord.label} hint={words.onRecord.hint} {...fields.bind('onRecord')} />
    </Stack>
  )
}
