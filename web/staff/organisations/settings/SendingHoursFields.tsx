import { Checkbox, Select } from '#web/staff/form-fields.tsx'
import type { Fields } from '#web/staff/use-fields.ts'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Grid, Stack } from '#web/ui/Layout.tsx'

import type { SettingsValues } from './settings-values.ts'

const hours = Array.from({ length: 25 }, (_, hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` }))

/** When patients are left in peace. */
export function SendingHoursFields({ fields: { bind } }: { fields: Fields<SettingsValues> }) {
  return (
    <LabelledSection
      label="Quiet hours"
      description="Text messages and emails reach patients between these hours only, UK time; others wait. 00:00 until 24:00 means at any hour."
    >
      <Stack>
        <Grid>
          <Select label="Messages from" width={10} options={hours.slice(0, -1)} {...bind('sendingFrom')} />
          <Select label="Messages until" width={10} options={hours.slice(1)} {...bind('sendingUntil')} />
        </Grid>
        <Checkbox label="Monday to Friday only" hint="Bank holidays count as any other day." {...bind('sendsOnWeekdaysOnly')} />
      </Stack>
    </LabelledSection>
  )
}
