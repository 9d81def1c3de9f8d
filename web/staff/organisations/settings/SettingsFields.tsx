import { readOnlyReason } from '#domain/setting-permissions.ts'
import { settingsWords } from '#web/staff/organisations/words.ts'
import { useSession } from '#web/staff/session.ts'
import { Checkbox, DateField, RadioGroup, TextField } from '#web/staff/form-fields.tsx'
import { type Fields, useFieldValue } from '#web/staff/use-fields.ts'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Grid, Stack } from '#web/ui/Layout.tsx'

import { SendingHoursFields } from './SendingHoursFields.tsx'
import type { SettingsValues } from './settings-values.ts'

const accessOptions = [
  { value: 'all', label: settingsWords.allWards },
  { value: 'assigned', label: settingsWords.assignedWards },
]
const number = { width: 4, inputMode: 'numeric', maxLength: 5, autoComplete: 'off' } as const

export function SettingsFields({ fields }: { fields: Fields<SettingsValues> }) {
  const { bind } = fields
  const [wardAccess, isSecondFactorRequired] = [useFieldValue(fields, 'wardAccess'), useFieldValue(fields, 'secondFactorRequired')]
  const { permissions } = useSession().member
  const wardAccessReason = readOnlyReason('wardAccess', permissions)
  return (
    <>
      <LabelledSection label={settingsWords.formRequests}>
        <Grid>
          <TextField label={settingsWords.expiryDays} hint={settingsWords.expiryHint} {...number} {...bind('expiryDays')} />
          <TextField label={settingsWords.autoCloseDays} hint={settingsWords.autoCloseHint} {...number} {...bind('autoCloseDays')} />
          <TextField label={settingsWords.minimumAge} hint={settingsWords.minimumAgeHint} {...number} {...bind('minimumAge')} />
        </Grid>
      </LabelledSection>
      <SendingHoursFields fields={fields} />
      <LabelledSection label={settingsWords.access}>
        <Stack>
          <TextField
            label={settingsWords.clinicianTimeout}
            hint={settingsWords.clinicianTimeoutHint}
            isOptional
            {...number}
            {...bind('clinicianTimeout')}
          />
          {wardAccessReason === undefined ? (
            <RadioGroup label={settingsWords.wardAccess} options={accessOptions} {...bind('wardAccess')} />
          ) : (
            <ReadOnlySetting
              label={settingsWords.wardAccess}
              value={accessOptions.find(({ value }) => value === wardAccess)?.label}
              reason={wardAccessReason}
            />
          )}
          <Checkbox label={settingsWords.secondFactor} hint={settingsWords.secondFactorHint} {...bind('secondFactorRequired')} />
          {isSecondFactorRequired && (
            <DateField label={settingsWords.secondFactorFrom} hint={settingsWords.secondFactorFromHint} {...bind('secondFactorFrom')} />
          )}
        </Stack>
      </LabelledSection>
    </>
  )
}

/** A setting that the viewer can see but not change, with the reason. */
const ReadOnlySetting = ({ label, value, reason }: { label: string; value: string | undefined; reason: string }) => (
  <div>
    <p>
      <b>{label}</b>
    </p>
    <p>{value}</p>
    <p className="muted">{reason}</p>
  </div>
)
