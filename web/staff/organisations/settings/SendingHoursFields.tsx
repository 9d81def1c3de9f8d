import { Checkbox, Select } from '#web/staff/form-fields.tsx'
import { settingsWords } from '#web/staff/organisations/words.ts'
import type { Fields } from '#web/staff/use-fields.ts'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Grid, Stack } from '#web/ui/Layout.tsx'

import type { SettingsValues } from './settings-values.ts'

const hours = Array.from({ length: 25 }, (_, hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` }))

export function SendingHoursFields({ fields: { bind } }: { fields: Fields<SettingsValues> }) {
  return (
    <LabelledSection label={settingsWords.sendingHours} description={settingsWords.sendingHoursText}>
      <Stack>
        <Grid>
          <Select label={settingsWords.sendFrom} width={10} options={hours.slice(0, -1)} {...bind('sendingFrom')} />
          <Select label={settingsWords.sendUntil} width={10} options={hours.slice(1)} {...bind('sendingUntil')} />
        </Grid>
        <Checkbox label={settingsWords.weekdaysOnly} hint={settingsWords.weekdaysOnlyHint} {...bind('sendsOnWeekdaysOnly')} />
      </Stack>
    </LabelledSection>
  )
}
