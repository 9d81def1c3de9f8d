import type { Fields } from '#web/staff/use-fields.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Grid, Stack } from '#web/ui/Layout.tsx'
import { Select } from '#web/ui/Select.tsx'

import type { SettingsValues } from './settings-values.ts'

const hours = Array.from({ length: 25 }, (_, hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` }))

/** When patients are left in peace. */
export function SendingHoursFields({ fields: { values, set, text } }: { fields: Fields<SettingsValues> }) {
  return (
    <LabelledSection
      label="Quiet hours"
      description="Text messages and emails reach patients between these hours only, UK time; others wait. 00:00 until 24:00 means at any hour."
    >
      <Stack>
        <Grid>
          <Select label="Messages from" width={10} options={hours.slice(0, -1)} {...text('sendingFrom')} />
          <Select label="Messages until" width={10} options={hours.slice(1)} {...text('sendingUntil')} />
        </Grid>
        <Checkbox
          label="Monday to Friday only"
          hint="Bank holidays count as any other day."
          checked={values.sendsOnWeekdaysOnly}
          onChange={(event) => set({ sendsOnWeekdaysOnly: event.target.checked })}
        />
      </Stack>
    </LabelledSection>
  )
}
