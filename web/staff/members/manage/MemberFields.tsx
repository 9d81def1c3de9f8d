import type { Member } from '#contract/members.ts'
import { roleDescription } from '#domain/role-abilities.ts'
import { mayGiveRole, roleLabel, roles } from '#domain/roles.ts'
import { useSession } from '#web/staff/session.ts'
import { ComboBox } from '#web/staff/combo-field.tsx'
import { Checkbox, RadioGroup, TextField } from '#web/staff/form-fields.tsx'
import { type Fields, useFieldValue } from '#web/staff/use-fields.ts'
import { memberFieldWords, memberLabels, memberWords } from '#web/staff/members/words.ts'
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
  // A system administrator may change the address of another one, although no screen gives that role.
  const hasFixedAddress = member !== undefined && !isOwn && member.role !== me.role && !givable.includes(member.role)
  const { set, bind } = fields
  const [isClinician, language] = [useFieldValue(fields, 'isClinician'), useFieldValue(fields, 'language')]
  return (
    <>
      <LabelledSection label={memberFieldWords.person}>
        <Grid>
          <TextField label={memberLabels.firstName} maxLength={100} autoComplete="off" required {...bind('firstName')} />
          <TextField label={memberLabels.lastName} maxLength={100} autoComplete="off" required {...bind('lastName')} />
        </Grid>
        <Grid>
          <TextField
            label={memberLabels.emailAddress}
            type="email"
            hint={hasFixedAddress ? memberFieldWords.fixedEmailHint(roleLabel(member.role)) : memberFieldWords.emailHint}
            readOnly={hasFixedAddress}
            maxLength={254}
            autoComplete="off"
            required
            {...bind('emailAddress')}
          />
          <TextField
            label={memberLabels.phoneNumber}
            type="tel"
            hint={memberFieldWords.phoneHint}
            isOptional
            maxLength={30}
            autoComplete="off"
            {...bind('phoneNumber')}
          />
        </Grid>
        <Grid>
          <TextField label={memberLabels.occupation} isOptional maxLength={100} {...bind('occupation')} />
          <TextField label={memberLabels.jobTitle} isOptional maxLength={100} {...bind('jobTitle')} />
        </Grid>
      </LabelledSection>
      <LabelledSection label={memberLabels.role}>
        {isOwn ? (
          <SummaryList
            rows={[
              { label: memberLabels.role, value: roleLabel(me.role) },
              { label: memberFieldWords.ownRole, value: memberFieldWords.ownRoleReason },
            ]}
          />
        ) : (
          <RadioGroup
            label={memberLabels.role}
            isLabelHidden
            options={[...givable.map(optionOf), ...heldOption(member, givable)]}
            {...bind('role')}
          />
        )}
      </LabelledSection>
      <LabelledSection label={memberLabels.clinician}>
        <Checkbox label={memberFieldWords.isClinician} hint={memberFieldWords.isClinicianHint} {...bind('isClinician')} />
        {isClinician && <ClinicianTimeoutField {...bind('clinicianTimeout')} />}
      </LabelledSection>
      <LabelledSection label={memberFieldWords.languageAndTimezone}>
        <Grid>
          <Select
            label={memberLabels.language}
            options={[{ value: 'en', label: memberWords.english }]}
            value={language}
            onChange={() => set({ language: 'en' })}
          />
          <ComboBox label={memberLabels.timezone} options={timezoneOptions} {...bind('timezone')} />
        </Grid>
      </LabelledSection>
    </>
  )
}

/** The current role of a user, when the viewer may take the role away but may not give it. */
const heldOption = (member: Member | undefined, givable: readonly string[]) =>
  member === undefined || givable.includes(member.role)
    ? []
    : [
        {
          ...optionOf(member.role),
          hint: memberFieldWords.heldRoleHint(roleDescription(member.role)),
        },
      ]
