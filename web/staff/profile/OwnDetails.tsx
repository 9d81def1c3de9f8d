import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { CurrentMember } from '#contract/members.ts'
import { organisationNumbers, wholeNumber } from '#domain/organisation-rules.ts'
import { validate } from '#domain/validation/rules.ts'
import { firstError } from '#domain/validation/rule.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { ComboBox, TextField } from '#web/staff/form-fields.tsx'
import { ClinicianTimeoutField } from '#web/staff/members/manage/ClinicianTimeoutField.tsx'
import { timezoneOptions } from '#web/staff/members/manage/timezone-options.ts'
import { refreshMembers } from '#web/staff/members/refresh-members.ts'
import { memberFieldWords, memberLabels, memberWords } from '#web/staff/members/words.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Grid } from '#web/ui/Layout.tsx'
import { Select } from '#web/ui/Select.tsx'
import { notify } from '#web/ui/notify.ts'

import { ownDetailsWords } from './words.ts'

const { low, high } = organisationNumbers.clinicianTimeout

const valuesOf = (member: CurrentMember) => ({
  phoneNumber: member.phoneNumber,
  occupation: member.occupation,
  jobTitle: member.jobTitle,
  timezone: member.timezone,
  clinicianTimeout: String(member.clinicianTimeout ?? ''),
})
type Values = ReturnType<typeof valuesOf>

const check = (values: Values) => ({
  phoneNumber: firstError(values.phoneNumber, [validate.phone], memberLabels.phoneNumber),
  timezone: firstError(values.timezone, [validate.required], memberLabels.timezone),
  clinicianTimeout: firstError(values.clinicianTimeout.trim(), [wholeNumber(low, high)], memberLabels.clinicianTimeout),
})

/** The details that users change themselves (MEM-3). */
export function OwnDetails({ member }: { member: CurrentMember }) {
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: ({ clinicianTimeout, ...values }: Values) =>
      api.members.updateMe({
        body: { ...values, ...(member.isClinician && { clinicianTimeout: clinicianTimeout.trim() ? Number(clinicianTimeout) : null }) },
      }),
    onSuccess: async () => {
      await refreshMembers(queryClient)
      notify({ label: ownDetailsWords.saved, kind: 'success' })
    },
  })
  const fields = useFields({ id: 'own', initial: valuesOf(member), check, saving: save })
  const { bind } = fields
  return (
    <LabelledSection label={ownDetailsWords.label}>
      <FieldsForm fields={fields} submitLabel={ownDetailsWords.save} onSave={(checked) => save.mutate(checked)}>
        <Grid>
          <TextField label={memberLabels.occupation} isOptional maxLength={100} autoComplete="off" {...bind('occupation')} />
          <TextField label={memberLabels.jobTitle} isOptional maxLength={100} autoComplete="organization-title" {...bind('jobTitle')} />
          <TextField
            label={memberLabels.phoneNumber}
            type="tel"
            hint={memberFieldWords.phoneHint}
            isOptional
            maxLength={30}
            autoComplete="tel"
            {...bind('phoneNumber')}
          />
        </Grid>
        <Grid>
          <Select
            label={memberLabels.language}
            options={[{ value: 'en', label: memberWords.english }]}
            value={member.language}
            onChange={() => {}}
          />
          <ComboBox label={memberLabels.timezone} options={timezoneOptions} {...bind('timezone')} />
          {member.isClinician && <ClinicianTimeoutField {...bind('clinicianTimeout')} />}
        </Grid>
      </FieldsForm>
    </LabelledSection>
  )
}
