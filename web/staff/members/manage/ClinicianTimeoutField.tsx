import { TextField } from '#web/staff/form-fields.tsx'
import type { Bind } from '#web/staff/use-fields.ts'

/** A clinician's own limit, on their profile and where they are managed. */
export const ClinicianTimeoutField = ({ field }: Bind<string>) => (
  <TextField
    label="Clinician timeout"
    hint="Minutes. Counts where it is shorter than the organisation’s."
    isOptional
    width={4}
    inputMode="numeric"
    field={field}
  />
)
