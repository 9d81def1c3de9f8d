import { RadioGroup, TextField } from '#web/staff/form-fields.tsx'
import { firstSignInWords } from '#web/staff/members/words.ts'
import { type Fields, useFieldValue } from '#web/staff/use-fields.ts'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'

import type { MemberValues } from './member-fields.ts'

type EntryFieldsProps = {
  fields: Fields<MemberValues>
  hasPasswords: boolean
  /** a system administrator adds a user to another organisation */
  isFromOutside: boolean
}

const { invitation, password } = firstSignInWords
const ways = [
  { value: 'invitation', ...invitation },
  { value: 'password', ...password },
]

/** How a new user signs in for the first time (MEM-2). */
export function EntryFields({ fields, hasPasswords, isFromOutside }: EntryFieldsProps) {
  const { bind } = fields
  const entry = useFieldValue(fields, 'entry')
  if (!hasPasswords) return <LabelledSection label={firstSignInWords.label} description={firstSignInWords.ownProvider} />
  if (isFromOutside) return <LabelledSection label={firstSignInWords.label} description={firstSignInWords.fromOutside} />
  return (
    <LabelledSection label={firstSignInWords.label}>
      <RadioGroup label={firstSignInWords.label} isLabelHidden options={ways} {...bind('entry')} />
      {entry === 'password' && (
        <>
          <TextField
            label={firstSignInWords.firstPassword}
            type="password"
            width={20}
            hint={firstSignInWords.passwordHint}
            autoComplete="new-password"
            maxLength={1_024}
            required
            {...bind('password')}
          />
          <TextField
            label={firstSignInWords.confirmFirstPassword}
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
