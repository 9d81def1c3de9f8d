import type { ComponentProps } from 'react'

import { type IdentityCheck, identityCheckLabels, identityChecks } from '#domain/answering.ts'
import { RadioGroup } from '#web/staff/form-fields.tsx'

import { identityCheckWords as words } from './words.ts'

const options = identityChecks.map((value) => ({ value, label: identityCheckLabels[value] }))

/** '' until the user has chosen. */
export type IdentityChecked = { identityCheck: IdentityCheck | '' }

export const checkIdentityChecked = ({ identityCheck }: IdentityChecked) => ({
  identityCheck: identityCheck === '' ? words.missing : undefined,
})

type IdentityCheckFieldProps = Pick<ComponentProps<typeof RadioGroup>, 'field'>

/** Asks a user how they checked the person's identity, before the link or the contact details of a patient are shown or changed (PTN-6). */
export const IdentityCheckField = ({ field }: IdentityCheckFieldProps) => (
  <RadioGroup label={words.label} hint={words.hint} options={options} field={field} />
)
