import { TextField } from '#web/staff/form-fields.tsx'
import { memberFieldWords, memberLabels } from '#web/staff/members/words.ts'
import type { Bind } from '#web/staff/use-fields.ts'

/** The personal limit of a clinician, on the profile and on the user form. */
export const ClinicianTimeoutField = ({ field }: Bind<string>) => (
  <TextField
    label={memberLabels.clinicianTimeout}
    hint={memberFieldWords.timeoutHint}
    isOptional
    width={4}
    inputMode="numeric"
    field={field}
  />
)
