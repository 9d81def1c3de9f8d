import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouteContext, useRouter } from '@tanstack/react-router'

import type { CurrentMember } from '#contract/members.ts'
import { organisationNumbers, wholeNumber } from '#domain/organisation-rules.ts'
import { roleDescription } from '#domain/role-abilities.ts'
import { roleLabel } from '#domain/roles.ts'
import { idleMinutes } from '#domain/sign-in-rules.ts'
import { firstError } from '#domain/validation/rule.ts'
import { validate } from '#domain/validation/rules.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { ComboBox } from '#web/staff/combo-field.tsx'
import { Checkbox, TextField } from '#web/staff/form-fields.tsx'
import { ClinicianTimeoutField } from '#web/staff/members/manage/ClinicianTimeoutField.tsx'
import { timezoneOptions } from '#web/staff/members/manage/timezone-options.ts'
import { refreshMembers } from '#web/staff/members/refresh-members.ts'
import { memberFieldWords, memberLabels, memberWords } from '#web/staff/members/words.ts'
import { dailyEmailWords } from '#web/staff/notices/words.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmailAddress } from '#web/ui/EmailAddress.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Grid, Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Select } from '#web/ui/Select.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'
import { notify } from '#web/ui/notify.ts'

import { ownDetailsWords, passwordWords, profileWords } from './words.ts'

/** The details of the signed-in user. Only an administrator changes the name, email address and role. */
export function ProfilePage() {
  const { member, organisation } = useSession()
  const { config } = useRouteContext({ from: '/inside' })
  const timeout = idleMinutes(member, organisation)
  return (
    <>
      <PageHeader
        title={profileWords.title}
        description={profileWords.description}
        actions={<ButtonLink href={pathTo('profileSecurity')}>{profileWords.security}</ButtonLink>}
      />
      <Stack>
        <Panel>
          <LabelledSection label={profileWords.person}>
            <SummaryList
              rows={[
                { label: memberLabels.name, value: memberWords.fullName(member) },
                { label: memberLabels.emailAddress, value: <EmailAddress>{member.emailAddress}</EmailAddress> },
              ]}
            />
          </LabelledSection>
        </Panel>
        <Panel>
          <LabelledSection label={profileWords.organisation}>
            <SummaryList
              rows={[
                { label: profileWords.organisation, value: organisation.name },
                { label: profileWords.odsCode, value: organisation.odsCode },
                { label: memberLabels.role, value: roleLabel(member.role) },
                { label: memberLabels.roleDescription, value: roleDescription(member.role) },
                { label: memberLabels.clinician, value: member.isClinician ? memberWords.yes : memberWords.no },
                ...(timeout ? [{ label: profileWords.timeout, value: memberWords.minutes(timeout) }] : []),
              ]}
            />
          </LabelledSection>
        </Panel>
        <Panel>
          <OwnDetails member={member} />
        </Panel>
        {config.passwords && (
          <Panel>
            <ChangePassword />
          </Panel>
        )}
      </Stack>
    </>
  )
}

const { low, high } = organisationNumbers.clinicianTimeout

const valuesOf = (member: CurrentMember) => ({
  phoneNumber: member.phoneNumber,
  occupation: member.occupation,
  jobTitle: member.jobTitle,
  timezone: member.timezone,
  dailyEmail: member.dailyEmail ?? false,
  clinicianTimeout: String(member.clinicianTimeout ?? ''),
})
type Values = ReturnType<typeof valuesOf>

const check = (values: Values) => ({
  phoneNumber: firstError(values.phoneNumber, [validate.phone], memberLabels.phoneNumber),
  timezone: firstError(values.timezone, [validate.required], memberLabels.timezone),
  clinicianTimeout: firstError(values.clinicianTimeout.trim(), [wholeNumber(low, high)], memberLabels.clinicianTimeout),
})

/** The details that users change themselves (MEM-3). */
function OwnDetails({ member }: { member: CurrentMember }) {
  const { can } = useSession()
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: ({ clinicianTimeout, dailyEmail, ...values }: Values) =>
      api.members.updateMe({
        body: {
          ...values,
          ...(member.dailyEmail !== null && { dailyEmail }),
          ...(member.isClinician && { clinicianTimeout: clinicianTimeout.trim() ? Number(clinicianTimeout) : null }),
        },
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
        {can('formRequest:read') && member.dailyEmail !== null && (
          <Checkbox label={dailyEmailWords.label} hint={dailyEmailWords.hint} {...bind('dailyEmail')} />
        )}
      </FieldsForm>
    </LabelledSection>
  )
}

const noValues = { currentPassword: '', password: '', passwordAgain: '' }

const checkPasswords = (values: typeof noValues) => ({
  currentPassword: firstError(values.currentPassword, [validate.required], passwordWords.currentPassword),
  password: firstError(values.password, [validate.required, validate.password], passwordWords.newPassword),
  passwordAgain: firstError(values.passwordAgain, [(again) => validate.confirmed(again, values.password)], passwordWords.newPassword),
})

/** Changing the password ends every session of the user, this one included. */
function ChangePassword() {
  const router = useRouter()
  const save = useMutation({
    mutationFn: ({ currentPassword, password: chosen }: typeof noValues) =>
      api.members.changePassword({ body: { currentPassword, password: chosen } }),
    onSuccess: () => router.navigate({ to: pathTo('logout') }),
  })
  const fields = useFields({ id: 'password', initial: noValues, check: checkPasswords, saving: save })
  const shared = { type: 'password', width: 20, maxLength: 1_024, required: true } as const
  return (
    <LabelledSection label={passwordWords.label} description={passwordWords.description}>
      <FieldsForm fields={fields} submitLabel={passwordWords.change} onSave={(values) => save.mutate(values)}>
        <TextField label={passwordWords.currentPassword} autoComplete="current-password" {...shared} {...fields.bind('currentPassword')} />
        <TextField
          label={passwordWords.newPassword}
          hint={passwordWords.hint}
          autoComplete="new-password"
          {...shared}
          {...fields.bind('password')}
        />
        <TextField label={passwordWords.confirmNewPassword} autoComplete="new-password" {...shared} {...fields.bind('passwordAgain')} />
      </FieldsForm>
    </LabelledSection>
  )
}
