import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import type { NhsAppSettings } from '#contract/nhs-app.ts'
import { nhsAppLimits } from '#domain/nhs-app.ts'
import { specialtyName } from '#domain/specialties.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { Checkbox, TextArea } from '#web/staff/form-fields.tsx'
import { LoadError } from '#web/staff/LoadError.tsx'
import { pollWhile } from '#web/staff/polling.ts'
import { specialties } from '#web/staff/requests/create/NewRequestFields.tsx'
import { type Bind, useBoundField, useFields } from '#web/staff/use-fields.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { FieldGroup } from '#web/ui/FieldGroup.tsx'
import { FilterMenu } from '#web/ui/FilterMenu.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { RecordService } from './RecordService.tsx'
import { nhsAppWords as words } from './words.ts'

/** What the NHS App shows of an organisation, and which patients the Record Service knows (PEP-3). */
export function NhsAppSection({ organisationId }: { organisationId: string }) {
  const settings = useQuery({
    ...q(api.nhsApp.get, { params: { id: organisationId } }),
    refetchInterval: pollWhile<NhsAppSettings>(
      ({ isOn, recordService }) => isOn && recordService.isConfigured && recordService.waiting > 0,
      30_000,
    ),
  })
  if (!settings.data)
    return (
      <Panel>
        <LabelledSection label={words.label} description={words.description}>
          {settings.isError ? <LoadError of={settings} /> : <Skeleton lines={5} />}
        </LabelledSection>
      </Panel>
    )
  return (
    <>
      <Panel>
        <LabelledSection label={words.label} description={words.description}>
          <Stack>
            {!settings.data.isConfigured && <Alert title={words.notConfigured.title}>{words.notConfigured.text}</Alert>}
            <NhsAppForm organisationId={organisationId} settings={settings.data} />
          </Stack>
        </LabelledSection>
      </Panel>
      <Panel>
        <RecordService organisationId={organisationId} isOn={settings.data.isOn} state={settings.data.recordService} />
      </Panel>
    </>
  )
}

type Values = { isOn: boolean; excludedClinics: string; excludedSpecialties: string[] }

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function check({ excludedClinics }: Values) {
  const clinics = linesOf(excludedClinics)
  if (clinics.length > nhsAppLimits.clinics) return { excludedClinics: words.clinicsProblem(nhsAppLimits.clinics) }
  const isTooLong = clinics.some((clinic) => clinic.length > nhsAppLimits.clinicLength)
  return { excludedClinics: isTooLong ? words.clinicLength(nhsAppLimits.clinicLength) : undefined }
}

function NhsAppForm({ organisationId, settings }: { organisationId: string; settings: NhsAppSettings }) {
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: ({ excludedClinics, ...values }: Values) =>
      api.nhsApp.set({ params: { id: organisationId }, body: { ...values, excludedClinics: linesOf(excludedClinics) } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(q(api.nhsApp.get, { params: { id: organisationId } }).queryKey, saved)
      notify({ label: words.saved, kind: 'success' })
    },
  })
  const fields = useFields<Values>({
    id: 'nhs-app',
    initial: {
      isOn: settings.isOn,
      excludedClinics: settings.excludedClinics.join('\n'),
      excludedSpecialties: settings.excludedSpecialties,
    },
    check,
    saving: save,
  })
  return (
    <FieldsForm fields={fields} submitLabel={words.save} onSave={(values) => save.mutate(values)}>
      <Checkbox label={words.isOn} hint={words.isOnHint} {...fields.bind('isOn')} />
      <TextArea label={words.clinics} hint={words.clinicsHint} isOptional rows={4} {...fields.bind('excludedClinics')} />
      <SpecialtiesField {...fields.bind('excludedSpecialties')} />
      <p className="muted">{words.alsoLeftOut}</p>
    </FieldsForm>
  )
}

function SpecialtiesField({ field }: Bind<string[]>) {
  const { id, value, error, onChange } = useBoundField(field)
  const names = value.map((code) => specialtyName(code) ?? code)
  return (
    <FieldGroup id={id} label={words.specialties} hint={words.specialtiesHint} isOptional error={error}>
      <FilterMenu label={words.choose} options={specialties} value={value} onChange={onChange} />
      <p role="status">{names.length > 0 ? names.join(', ') : words.noSpecialty}</p>
    </FieldGroup>
  )
}
