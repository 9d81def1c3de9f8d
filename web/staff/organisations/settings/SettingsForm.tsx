import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'

import type { Organisation } from '#contract/organisations.ts'
import { methodLabel, type NotificationMethod } from '#domain/notification.ts'
import { standardTexts } from '#domain/patient-information.ts'
import { readOnlyReason } from '#domain/setting-permissions.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { changedOnly } from '#web/staff/changed-only.ts'
import { Checkbox, DateField, RadioGroup, Select, TextArea, TextField } from '#web/staff/form-fields.tsx'
import { refreshOrganisation } from '#web/staff/organisations/refresh-organisation.ts'
import { settingsWords } from '#web/staff/organisations/words.ts'
import { useSession } from '#web/staff/session.ts'
import { type Fields, useFields, useFieldValue } from '#web/staff/use-fields.ts'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Grid, Stack } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'

import { bodyOf, cascadeOrders, checkSettings, settingsOf, type SettingsValues } from './settings-values.ts'

/** The settings of an organisation (ORG-6), for its admins and for system administrators. */
export function SettingsForm({ organisation }: { organisation: Organisation }) {
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (body: Partial<ReturnType<typeof bodyOf>>) => api.organisations.update({ params: { id: organisation.id }, body }),
    onSuccess: async () => {
      await refreshOrganisation(queryClient)
      notify({ label: settingsWords.saved, kind: 'success' })
    },
  })
  const fields = useFields({
    id: 'settings',
    initial: settingsOf(organisation),
    check: (values) => checkSettings(values, organisation),
    saving: save,
  })
  return (
    <FieldsForm
      fields={fields}
      submitLabel={settingsWords.save}
      onSave={(values) => save.mutate(changedOnly(bodyOf(values), bodyOf(fields.initial)))}
    >
      <SettingsFields fields={fields} organisation={organisation} />
    </FieldsForm>
  )
}

type SettingsFieldsProps = { fields: Fields<SettingsValues>; organisation: Organisation }

const accessOptions = [
  { value: 'all', label: settingsWords.allWards },
  { value: 'assigned', label: settingsWords.assignedWards },
]
const number = { width: 4, inputMode: 'numeric', maxLength: 5, autoComplete: 'off' } as const

function SettingsFields({ fields, organisation }: SettingsFieldsProps) {
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
          <TextField label={settingsWords.removalDays} hint={settingsWords.removalHint} {...number} {...bind('removalDays')} />
          <TextField label={settingsWords.minimumAge} hint={settingsWords.minimumAgeHint} {...number} {...bind('minimumAge')} />
        </Grid>
      </LabelledSection>
      <ReminderFields fields={fields} />
      <SendingHoursFields fields={fields} />
      <CascadeFields fields={fields} />
      <PriceFields fields={fields} />
      <ContactFields fields={fields} />
      <SupportFields fields={fields} />
      <InformationFields fields={fields} organisation={organisation} />
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

const hours = Array.from({ length: 25 }, (_, hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` }))

function SendingHoursFields({ fields: { bind } }: { fields: Fields<SettingsValues> }) {
  return (
    <LabelledSection label={settingsWords.sendingHours} description={settingsWords.sendingHoursText}>
      <Stack>
        <Grid>
          <Select label={settingsWords.sendFrom} width={10} options={hours.slice(0, -1)} {...bind('sendingFrom')} />
          <Select label={settingsWords.sendUntil} width={10} options={hours.slice(1)} {...bind('sendingUntil')} />
        </Grid>
        <Checkbox label={settingsWords.weekdaysOnly} hint={settingsWords.weekdaysOnlyHint} {...bind('sendsOnWeekdaysOnly')} />
        <Checkbox label={settingsWords.bankHolidays} hint={settingsWords.bankHolidaysHint} {...bind('sendsOnBankHolidays')} />
      </Stack>
    </LabelledSection>
  )
}

function ReminderFields({ fields: { bind } }: { fields: Fields<SettingsValues> }) {
  const areKept = useRouteContext({ from: '/inside' }).config.outbox
  return (
    <LabelledSection label={settingsWords.reminders} description={areKept ? settingsWords.remindersTextKept : settingsWords.remindersText}>
      <Grid>
        <TextField label={settingsWords.firstReminder} hint={settingsWords.firstReminderHint} {...number} {...bind('reminderDays')} />
        <TextField
          label={settingsWords.secondReminder}
          hint={settingsWords.secondReminderHint}
          {...number}
          {...bind('secondReminderDays')}
        />
        <TextField label={settingsWords.lastReminder} hint={settingsWords.lastReminderHint} {...number} {...bind('lastReminderDays')} />
      </Grid>
    </LabelledSection>
  )
}

const cascadeOptions = [
  { value: '', label: settingsWords.noCascade },
  ...cascadeOrders.map((methods) => ({ value: methods.join(','), label: orderInWords(methods) })),
]

function orderInWords([first, ...rest]: readonly NotificationMethod[]) {
  return [first && methodLabel(first), ...rest.map((method) => methodLabel(method))].join(', then ')
}

function CascadeFields({ fields }: { fields: Fields<SettingsValues> }) {
  const { bind } = fields
  const isOn = useFieldValue(fields, 'cascadeMethods') !== ''
  return (
    <LabelledSection label={settingsWords.cascade} description={settingsWords.cascadeText}>
      <Stack>
        <Select label={settingsWords.cascadeOrder} options={cascadeOptions} {...bind('cascadeMethods')} />
        {isOn && (
          <Grid>
            <TextField label={settingsWords.appUnread} hint={settingsWords.appUnreadHint} {...number} {...bind('appUnreadHours')} />
            <TextField
              label={settingsWords.notDelivered}
              hint={settingsWords.notDeliveredHint}
              {...number}
              {...bind('notDeliveredHours')}
            />
          </Grid>
        )}
      </Stack>
    </LabelledSection>
  )
}

const pence = { width: 10, inputMode: 'decimal', maxLength: 9, autoComplete: 'off', isOptional: true } as const

const PriceFields = ({ fields: { bind } }: { fields: Fields<SettingsValues> }) => (
  <LabelledSection label={settingsWords.prices} description={settingsWords.pricesText}>
    <Grid>
      <TextField label={settingsWords.smsPrice} hint={settingsWords.smsPriceHint} {...pence} {...bind('smsFragmentPrice')} />
      <TextField label={settingsWords.letterPrice} hint={settingsWords.letterPriceHint} {...pence} {...bind('letterPrice')} />
    </Grid>
  </LabelledSection>
)

const ContactFields = ({ fields: { bind } }: { fields: Fields<SettingsValues> }) => (
  <LabelledSection label={settingsWords.contact} description={settingsWords.contactText}>
    <Stack>
      <Grid>
        <TextField label={settingsWords.contactPhone} isOptional maxLength={40} inputMode="tel" {...bind('contactPhone')} />
        <TextField
          label={settingsWords.contactHours}
          hint={settingsWords.contactHoursHint}
          isOptional
          maxLength={100}
          {...bind('contactHours')}
        />
      </Grid>
      <TextArea label={settingsWords.contactAddress} hint={settingsWords.contactAddressHint} isOptional {...bind('contactAddress')} />
      <TextField
        label={settingsWords.contactWeb}
        hint={settingsWords.contactWebHint}
        isOptional
        maxLength={500}
        inputMode="url"
        {...bind('contactWeb')}
      />
    </Stack>
  </LabelledSection>
)

/** The help page names whom to ask (UI-6). */
const SupportFields = ({ fields: { bind } }: { fields: Fields<SettingsValues> }) => (
  <LabelledSection label={settingsWords.support} description={settingsWords.supportText}>
    <TextArea label={settingsWords.supportContact} hint={settingsWords.supportContactHint} isOptional {...bind('supportContact')} />
  </LabelledSection>
)

/** The texts that patient pages link to (PTN-7). The standard texts are shown with what is typed here. */
function InformationFields({ fields, organisation }: SettingsFieldsProps) {
  const { bind } = fields
  const shown = {
    ...organisation,
    contactPhone: useFieldValue(fields, 'contactPhone'),
    contactHours: useFieldValue(fields, 'contactHours'),
    contactAddress: useFieldValue(fields, 'contactAddress'),
    contactWeb: useFieldValue(fields, 'contactWeb'),
    dataController: useFieldValue(fields, 'dataController'),
    dataProtectionContact: useFieldValue(fields, 'dataProtectionContact'),
  }
  return (
    <LabelledSection label={settingsWords.information} description={settingsWords.informationText}>
      <Stack>
        <TextField
          label={settingsWords.dataController}
          hint={settingsWords.dataControllerHint}
          isOptional
          maxLength={200}
          {...bind('dataController')}
        />
        <TextArea
          label={settingsWords.dataProtectionContact}
          hint={settingsWords.dataProtectionContactHint}
          isOptional
          {...bind('dataProtectionContact')}
        />
        <TextArea label={settingsWords.privacyNotice} hint={settingsWords.ownTextHint} isOptional rows={6} {...bind('privacyNotice')} />
        <StandardText label={settingsWords.standardText.privacy} text={standardTexts.privacy(shown)} />
        <TextArea
          label={settingsWords.accessibilityStatement}
          hint={settingsWords.ownTextHint}
          isOptional
          rows={6}
          {...bind('accessibilityStatement')}
        />
        <StandardText label={settingsWords.standardText.accessibility} text={standardTexts.accessibility(shown)} />
      </Stack>
    </LabelledSection>
  )
}

const StandardText = ({ label, text }: { label: string; text: string }) => (
  <details>
    <summary>{label}</summary>
    <p className="plain-text">{text}</p>
  </details>
)
