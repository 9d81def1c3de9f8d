import { RadioGroup, TextField } from '#web/staff/form-fields.tsx'
import { type Fields, useFieldValue } from '#web/staff/use-fields.ts'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'

import type { MemberValues } from './member-fields.ts'
import { passwordHint } from './password-hint.ts'

type EntryFieldsProps = {
  fields: Fields<MemberValues>
  hasPasswords: boolean
  /** a system administrator adds somebody to an organisation that is not their own */
  isFromOutside: boolean
}

const ways = [
  { value: 'invitation', label: 'Send an invitation', hint: 'They get an email with a link, by which they choose their own password.' },
  {
    value: 'password',
    label: 'Give them a first password',
    hint: 'Tell it to them in person. They choose their own when they sign in with it.',
  },
]

/** How somebody new gets in (MEM-2). */
export function EntryFields({ fields, hasPasswords, isFromOutside }: EntryFieldsProps) {
  const { bind } = fields
  const entry = useFieldValue(fields, 'entry')
  if (!hasPasswords)
    return (
      <LabelledSection
        label="Signing in"
        description="They get an email, and sign in with their own account at your identity provider: the one with this email address."
      />
    )
  if (isFromOutside)
    return (
      <LabelledSection
        label="Signing in"
        description="They get an email with a link, and choose their own password. We email the organisation’s admins that you added this user."
      />
    )
  return (
    <LabelledSection label="Signing in">
      <RadioGroup label="Signing in" isLabelHidden options={ways} {...bind('entry')} />
      {entry === 'password' && (
        <>
          <TextField
            label="First password"
            type="password"
            width={20}
            hint={passwordHint}
            autoComplete="new-password"
            maxLength={1_024}
            required
            {...bind('password')}
          />
          <TextField
            label="First password again"
            type="password"
            width={20}
            autoComplete="new-password"
            maxLength={1_024}
            required
            {...bind('passwordAgain')}
          />
        </>
      )}
    </LabelledSection>
  )
}
