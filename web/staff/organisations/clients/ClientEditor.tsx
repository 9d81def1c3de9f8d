import { useMutation } from '@tanstack/react-query'

import type { IntegrationClient } from '#contract/integration-clients.ts'
import { addDays, isIsoDate } from '#domain/dates.ts'
import { checkLastDay, clientLimits, clientPermissionLabels, type ClientAuthentication } from '#domain/integration-clients.ts'
import { dateOf } from '#domain/moments.ts'
import { clientPermissions, type ClientPermission } from '#domain/roles.ts'
import { firstError } from '#domain/validation/rule.ts'
import { validate } from '#domain/validation/rules.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { changedOnly } from '#web/staff/changed-only.ts'
import { CheckboxGroup, DateField, RadioGroup, TextArea, TextField } from '#web/staff/form-fields.tsx'
import { useSession } from '#web/staff/session.ts'
import { useFields, useFieldValue } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { padDate } from '#web/ui/date-text.ts'
import { Dialog } from '#web/ui/Dialog.tsx'

import { useRefresh, useUpdateClient } from './client-mutations.ts'
import { clientEditorWords as words } from './words.ts'

type ClientEditorProps = {
  organisationId: string
  /** undefined for a new client */
  client?: IntegrationClient | undefined
  onCreated: (created: { client: IntegrationClient; secret: string | null }) => void
  onClose: () => void
}
type Typed = {
  name: string
  permissions: ClientPermission[]
  authentication: ClientAuthentication
  publicKey: string
  expiresOn: string
  requestsPerMinute: string
}

const valuesOf = (client: IntegrationClient): Typed => ({
  ...client,
  publicKey: '',
  requestsPerMinute: String(client.requestsPerMinute),
})
const newClient = (): Typed => ({
  name: '',
  permissions: [],
  authentication: 'secret',
  publicKey: '',
  expiresOn: addDays(dateOf(new Date()), clientLimits.lifetimeDays - 1),
  requestsPerMinute: String(clientLimits.requestsPerMinute.default),
})
const bodyOf = ({ name, permissions, expiresOn, requestsPerMinute }: Typed) => ({
  name,
  permissions,
  expiresOn: padDate(expiresOn),
  requestsPerMinute: Number(requestsPerMinute),
})

const { low, high } = clientLimits.requestsPerMinute
const isLimit = (text: string) => /^\d+$/.test(text) && Number(text) >= low && Number(text) <= high

/** A day that has passed is refused only when it is changed. */
function dayProblem(day: string, before: string | undefined) {
  if (!isIsoDate(day)) return words.notReal
  return day === before ? undefined : checkLastDay(day, dateOf(new Date()))
}

/** Creates a client, or changes one. What a client signs in with is changed by a new secret or key. */
export function ClientEditor({ organisationId, client, onCreated, onClose }: ClientEditorProps) {
  const { can } = useSession()
  const refresh = useRefresh()
  const update = useUpdateClient(organisationId, onClose)
  const create = useMutation({
    mutationFn: (values: Typed) =>
      api.integrationClients.create({
        params: { id: organisationId },
        body: {
          ...bodyOf(values),
          authentication: values.authentication,
          ...(values.authentication === 'key' && { publicKey: values.publicKey }),
        },
      }),
    onSuccess: async (created) => {
      await refresh()
      onCreated(created)
    },
  })
  const save = client ? update : create
  const fields = useFields<Typed>({
    id: 'client',
    initial: client ? valuesOf(client) : newClient(),
    check: ({ name, permissions, authentication, publicKey, expiresOn, requestsPerMinute }) => ({
      name: firstError(name, [validate.required], words.name),
      permissions: permissions.length === 0 ? words.choosePermission : undefined,
      publicKey: !client && authentication === 'key' ? firstError(publicKey, [validate.required], words.publicKey) : undefined,
      expiresOn: firstError(expiresOn, [validate.required], words.expiresOn) ?? dayProblem(padDate(expiresOn), client?.expiresOn),
      requestsPerMinute: isLimit(requestsPerMinute) ? undefined : words.wrongLimit,
    }),
    saving: save,
  })
  const authentication = useFieldValue(fields, 'authentication')
  const options = clientPermissions.map((one) => ({
    value: one,
    label: clientPermissionLabels[one],
    disabled: !can(one) && !client?.permissions.includes(one),
  }))
  const onSave = (values: Typed) => {
    if (client) update.mutate({ id: client.id, changes: changedOnly(bodyOf(values), bodyOf(fields.initial)) })
    else create.mutate(values)
  }
  return (
    <Dialog title={client ? words.editTitle(client.name) : words.create} isOpen isBusy={save.isPending} onClose={onClose}>
      <FieldsForm
        fields={fields}
        submitLabel={client ? words.save : words.create}
        onSave={onSave}
        isInDialog
        actions={<Button onClick={onClose}>{words.cancel}</Button>}
      >
        <TextField
          label={words.name}
          hint={words.nameHint}
          maxLength={clientLimits.name}
          required
          autoComplete="off"
          {...fields.bind('name')}
        />
        <CheckboxGroup label={words.permissions} hint={words.permissionsHint} options={options} {...fields.bind('permissions')} />
        {!client && (
          <RadioGroup
            label={words.authentication}
            options={[
              { value: 'secret', label: words.secret, hint: words.secretHint },
              { value: 'key', label: words.key, hint: words.keyHint },
            ]}
            {...fields.bind('authentication')}
          />
        )}
        {!client && authentication === 'key' && (
          <TextArea
            label={words.publicKey}
            hint={words.publicKeyHint}
            maxLength={clientLimits.publicKey}
            required
            spellCheck={false}
            autoComplete="off"
            {...fields.bind('publicKey')}
          />
        )}
        <DateField label={words.expiresOn} hint={words.expiresOnHint} {...fields.bind('expiresOn')} />
        <TextField
          label={words.requestsPerMinute}
          hint={words.requestsPerMinuteHint}
          inputMode="numeric"
          maxLength={4}
          width={4}
          required
          autoComplete="off"
          {...fields.bind('requestsPerMinute')}
        />
      </FieldsForm>
    </Dialog>
  )
}
