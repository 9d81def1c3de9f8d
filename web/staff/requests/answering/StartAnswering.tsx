import { useMutation } from '@tanstack/react-query'

import type { Answering } from '#contract/answering.ts'
import {
  assistedChannelLabels,
  assistedChannels,
  requiredDetails,
  type Answerer,
  type AssistedChannel,
  type IdentityDetail,
} from '#domain/answering.ts'
import { formatDate } from '#domain/dates.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { formatPhone } from '#domain/phone-words.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { Checkbox, CheckboxGroup, RadioGroup, TextField } from '#web/staff/form-fields.tsx'
import { fullName } from '#web/staff/requests/worklist/request-columns.tsx'
import { useFields, useFieldValue } from '#web/staff/use-fields.ts'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Stack } from '#web/ui/Layout.tsx'

import { startWords as words } from './words.ts'

type StartAnsweringProps = { answering: Answering; onStarted: (answering: Answering) => void; isAgain?: boolean }

type Values = {
  channel: AssistedChannel
  answeredBy: Answerer
  carerName: string
  carerRelationship: string
  checked: IdentityDetail[]
  paperNamesPatient: boolean
}

const initial: Values = {
  channel: 'phone',
  answeredBy: 'patient',
  carerName: '',
  carerRelationship: '',
  checked: [],
  paperNamesPatient: false,
}
const channelOptions = assistedChannels.map((value) => ({ value, label: assistedChannelLabels[value] }))
const answererOptions = [
  { value: 'patient', label: words.patient },
  { value: 'carer', label: words.carer },
]

/** How the answers are given, by whom, and the identity check. Only which details were right is stored (PTN-6). */
export function StartAnswering({ answering, onStarted, isAgain = false }: StartAnsweringProps) {
  const start = useMutation({
    mutationFn: (body: Values) => api.answering.start({ params: { id: answering.requestId }, body }),
    onSuccess: onStarted,
  })
  const fields = useFields<Values>({ id: isAgain ? 'check-again' : 'start-answering', initial, check, saving: start })
  const [channel, answeredBy] = [useFieldValue(fields, 'channel'), useFieldValue(fields, 'answeredBy')]
  const { bind } = fields
  const details = detailsOf(answering).map(({ value, text }) => ({ value, label: words.detail(value, text) }))
  return (
    <FieldsForm fields={fields} submitLabel={words.start} keepsDraft={false} onSave={(values) => start.mutate(values)}>
      <LabelledSection label={words.sessionTitle}>
        <Stack>
          <RadioGroup label={words.how} options={channelOptions} {...bind('channel')} />
          <RadioGroup label={words.who} options={answererOptions} {...bind('answeredBy')} />
          {answeredBy === 'carer' && (
            <>
              <TextField label={words.carerName} width={20} maxLength={100} autoComplete="off" {...bind('carerName')} />
              <TextField
                label={words.carerRelationship}
                hint={words.carerRelationshipHint}
                width={20}
                maxLength={100}
                autoComplete="off"
                {...bind('carerRelationship')}
              />
            </>
          )}
        </Stack>
      </LabelledSection>
      {channel === 'paper' ? (
        <LabelledSection label={words.paperCheck}>
          <Checkbox label={words.paper} {...bind('paperNamesPatient')} />
        </LabelledSection>
      ) : (
        <>
          <CheckboxGroup label={words.check} hint={words.checkHint} options={details} {...bind('checked')} />
          {answering.details.recent.map((detail) => (
            <p key={detail}>{words.recent(detail)}</p>
          ))}
        </>
      )}
      <p className="muted">{words.recorded}</p>
    </FieldsForm>
  )
}

/** The details on the patient's record that count. */
function detailsOf({ patient, details }: Answering): { value: IdentityDetail; text: string }[] {
  return [
    { value: 'name' as const, text: fullName(patient) },
    { value: 'dateOfBirth' as const, text: formatDate(patient.dateOfBirth) },
    { value: 'nhsNumber' as const, text: patient.nhsNumber ? formatNhsNumber(patient.nhsNumber) : '' },
    { value: 'address' as const, text: details.address },
    { value: 'phoneNumber' as const, text: details.phoneNumber && formatPhone(details.phoneNumber) },
  ].filter(({ value, text }) => text !== '' && !details.recent.some((one) => one === value))
}

function check({ channel, answeredBy, carerName, carerRelationship, checked, paperNamesPatient }: Values) {
  const isCarer = answeredBy === 'carer'
  return {
    carerName: isCarer && carerName.trim() === '' ? words.required(words.carerName) : undefined,
    carerRelationship: isCarer && carerRelationship.trim() === '' ? words.required(words.carerRelationship) : undefined,
    checked: channel !== 'paper' && checked.length < requiredDetails ? words.tooFew : undefined,
    paperNamesPatient: channel === 'paper' && !paperNamesPatient ? words.paperMissing : undefined,
  }
}
