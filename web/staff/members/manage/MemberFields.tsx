import type { Member } from '#contract/members.ts'
import { roleDescription } from '#domain/role-abilities.ts'
import { mayGiveRole, roleLabel, roles } from '#domain/roles.ts'
import { useSession } from '#web/staff/session.ts'
import { Checkbox, ComboBox, RadioGroup, TextField } from '#web/staff/form-fields.tsx'
import { type Fields, useFieldValue } from '#web/staff/use-fields.ts'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Grid } from '#web/ui/Layout.tsx'
import { Select } from '#web/ui/Select.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'

import { ClinicianTimeoutField } from './ClinicianTimeoutField.tsx'
import type { MemberValues } from './member-fields.ts'
import { timezoneOptions } from './timezone-options.ts'

const optionOf = (value: string) => ({ value, label: roleLabel(value), hint: roleDescription(value) })

export function MemberFields({ fields, member }: { fields: Fields<MemberValues>; member?: Member | undefined }) {
  const { member: me } = useSession()
  const givable = roles.filter((role) => mayGiveRole(me.permissions, role))
  const isOwn = member?.id === me.id
  // A system administrator's account is looked after by the others, although no screen gives the role.
  const hasFixedAddress = member !== undefined && !isOwn && member.role !== me.role && !givable.includes(member.role)
  const { set, bind } = fields
  const [isClinician, language] = [useFieldValue(fields, 'isClinician'), useFieldValue(fields, 'language')]
  return (
    <>
      <LabelledSection label="Person">
        <Grid>
          <TextField label="First name" maxLength={100} autoComplete="off" required {...bind('firstName')} />
          <TextField label="Last name" maxLength={100} autoComplete="off" required {...bind('lastName')} />
        </Grid>
        <Grid>
          <TextField
            label="Email address"
            type="email"
            hint={
              hasFixedAddress
                ? `You cannot change this address, because the role ${roleLabel(member.role)} has permissions that you do not have. Ask a system administrator.`
                : 'The user signs in with this address.'
            }
            readOnly={hasFixedAddress}
            maxLength={254}
            autoComplete="off"
            required
            {...bind('emailAddress')}
          />
          <TextField
            label="Phone number"
            type="tel"
            hint="UK mobile"
            isOptional
            maxLength={30}
            autoComplete="off"
            {...bind('phoneNumber')}
          />
        </Grid>
        <Grid>
          <TextField label="Occupation" isOptional maxLength={100} {...bind('occupation')} />
          <TextField label="Job title" isOptional maxLength={100} {...bind('jobTitle')} />
        </Grid>
      </LabelledSection>
      <LabelledSection label="Role">
        {isOwn ? (
          <SummaryList
            rows={[
              { label: 'Role', value: roleLabel(me.role) },
              { label: 'Why you cannot change it', value: 'Nobody changes their own role. Ask another admin.' },
            ]}
          />
        ) : (
          <RadioGroup label="Role" isLabelHidden options={[...givable.map(optionOf), ...heldOption(member, givable)]} {...bind('role')} />
        )}
      </LabelledSection>
      <LabelledSection label="Clinician">
        <Checkbox
          label="This person is a clinician"
          hint="Clinicians are signed out when they are inactive for as long as the organisation says."
          {...bind('isClinician')}
        />
        {isClinician && <ClinicianTimeoutField {...bind('clinicianTimeout')} />}
      </LabelledSection>
      <LabelledSection label="Language and place">
        <Grid>
          <Select
            label="Language"
            options={[{ value: 'en', label: 'English' }]}
            value={language}
            onChange={() => set({ language: 'en' })}
          />
          <ComboBox label="Timezone" options={timezoneOptions} {...bind('timezone')} />
        </Grid>
      </LabelledSection>
    </>
  )
}

/** The role that a colleague has already, where it can be taken from them but not given. */
const heldOption = (member: Member | undefined, givable: readonly string[]) =>
  member === undefined || givable.includes(member.role)
    ? []
    : [
        {
          ...optionOf(member.role),
          hint: `${roleDescription(member.role)} You cannot give this role: if you change it, only a system administrator can give it back.`,
        },
      ]
