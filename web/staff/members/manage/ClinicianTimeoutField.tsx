import type { ComponentProps } from 'react'

import { TextField } from '#web/ui/TextField.tsx'

/** A clinician's own limit, on their profile and where they are managed. */
export const ClinicianTimeoutField = (text: Omit<ComponentProps<typeof TextField>, 'label'>) => (
  <TextField
    label="Clinician timeout"
    hint="Minutes. Counts where it is shorter than the organisation’s."
    isOptional
    width={4}
    inputMode="numeric"
    {...text}
  />
)
