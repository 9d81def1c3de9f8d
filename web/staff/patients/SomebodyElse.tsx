import { pathTo } from '#web/staff/paths.ts'
import type { Fields } from '#web/staff/use-fields.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'

import type { PatientDraft } from './patient-values.ts'

/** Asks whether a patient who agrees with this one is them; looking does not leave what was typed (PAT-4). */
export function SomebodyElse({ fields }: { fields: Fields<PatientDraft> }) {
  const href = pathTo('patientList', {}, { filters: { search: fields.values.lastName.trim() } })
  const look = (
    <a className={buttonClass()} href={href} target="_blank" rel="noopener noreferrer">
      Look at them<VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </a>
  )
  const { id } = fields.field('isSomebodyElse')
  return (
    <Stack>
      <Alert kind="warning" actions={look}>
        A patient with these details exists already: check that this is somebody else.
      </Alert>
      <Checkbox
        id={id}
        label="This is somebody else: create them anyway"
        checked={fields.values.isSomebodyElse}
        onChange={(event) => fields.set({ isSomebodyElse: event.target.checked })}
      />
    </Stack>
  )
}
