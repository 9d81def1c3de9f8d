import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { Provider } from '#contract/message-providers.ts'
import { formatDateTime } from '#domain/moments.ts'
import { messageProviderName } from '#domain/message-providers.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { Checkbox, TextArea, TextField } from '#web/staff/form-fields.tsx'
import { useFields, useFieldValue } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Grid, Stack } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'

import {
  checkGovukNotify,
  checkNhsNotify,
  checkSmtp,
  govukNotifyBodyOf,
  govukNotifyValuesOf,
  nhsNotifyBodyOf,
  nhsNotifyValuesOf,
  planNames,
  smtpBodyOf,
  smtpValuesOf,
} from './account-values.ts'
import { refreshProviders } from './refresh-providers.ts'
import { accountWords as words } from './words.ts'

type Body = Parameters<typeof api.messageProviderAccounts.set>[0]['body']
type FormProps = { organisationId: string; account: Provider['account']; onClose: () => void }

/** The form of an account. Its secrets can be set here and are never shown. */
export function AccountForm({ channel, ...props }: FormProps & { channel: Provider['channel'] }) {
  if (channel === 'smtp') return <SmtpForm {...props} />
  return channel === 'govuk-notify' ? <GovukNotifyForm {...props} /> : <NhsNotifyForm {...props} />
}

function useSave<V>(bodyOf: (values: V) => Body, { organisationId, onClose }: FormProps) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (values: V) => api.messageProviderAccounts.set({ params: { id: organisationId }, body: bodyOf(values) }),
    onSuccess: async (_done, values) => {
      await refreshProviders(queryClient)
      notify({ label: words.saved(messageProviderName(bodyOf(values).channel)), kind: 'success' })
      onClose()
    },
  })
}

const text = { autoComplete: 'off' } as const
const secret = { type: 'password', autoComplete: 'new-password' } as const
const hintOf = (account: Provider['account']) => (account ? words.secretHint(formatDateTime(account.secretsSetAt)) : words.newSecretHint)

const Cancel = ({ onClose }: Pick<FormProps, 'onClose'>) => <Button onClick={onClose}>{words.cancel}</Button>

function SmtpForm(props: FormProps) {
  const { account, onClose } = props
  const save = useSave(smtpBodyOf, props)
  const fields = useFields({
    id: 'smtp',
    initial: smtpValuesOf(account),
    check: (values) => checkSmtp(values, account),
    saving: save,
    validatedWith: (name) => (name === 'user' ? ['user', 'password'] : [name]),
  })
  const { bind } = fields
  return (
    <FieldsForm fields={fields} submitLabel={words.save} actions={<Cancel onClose={onClose} />} onSave={(values) => save.mutate(values)}>
      <Grid>
        <TextField label={words.host} hint={words.hostHint} maxLength={253} required {...text} {...bind('host')} />
        <TextField
          label={words.port}
          hint={words.portHint}
          maxLength={5}
          inputMode="numeric"
          width={4}
          required
          {...text}
          {...bind('port')}
        />
        <TextField label={words.user} maxLength={254} isOptional {...text} {...bind('user')} />
        <TextField label={words.password} hint={hintOf(account)} maxLength={1_000} isOptional {...secret} {...bind('password')} />
        <TextField label={words.fromAddress} hint={words.fromHint} maxLength={254} required {...text} {...bind('fromAddress')} />
        <TextField label={words.replyTo} hint={words.replyToHint} maxLength={254} isOptional {...text} {...bind('replyTo')} />
      </Grid>
      <Checkbox label={words.isEnabled} {...bind('isEnabled')} />
    </FieldsForm>
  )
}

function GovukNotifyForm(props: FormProps) {
  const { account, onClose } = props
  const save = useSave(govukNotifyBodyOf, props)
  const fields = useFields({
    id: 'govuk-notify',
    initial: govukNotifyValuesOf(account),
    check: (values) => checkGovukNotify(values, account),
    saving: save,
  })
  const { bind } = fields
  const id = { maxLength: 50, isOptional: true, ...text } as const
  return (
    <FieldsForm fields={fields} submitLabel={words.save} actions={<Cancel onClose={onClose} />} onSave={(values) => save.mutate(values)}>
      <TextField
        label={words.apiKey}
        hint={hintOf(account)}
        maxLength={500}
        isOptional={account !== null}
        {...secret}
        {...bind('apiKey')}
      />
      <Grid>
        <TextField label={words.smsTemplateId} hint={words.smsTemplateHint} {...id} {...bind('smsTemplateId')} />
        <TextField label={words.smsSenderId} hint={words.smsSenderHint} {...id} {...bind('smsSenderId')} />
        <TextField label={words.emailTemplateId} hint={words.emailTemplateHint} {...id} {...bind('emailTemplateId')} />
        <TextField label={words.emailReplyToId} hint={words.emailReplyToHint} {...id} {...bind('emailReplyToId')} />
      </Grid>
      <Checkbox label={words.isEnabled} {...bind('isEnabled')} />
    </FieldsForm>
  )
}

function NhsNotifyForm(props: FormProps) {
  const { account, onClose } = props
  const save = useSave(nhsNotifyBodyOf, props)
  const fields = useFields({
    id: 'nhs-notify',
    initial: nhsNotifyValuesOf(account),
    check: (values) => checkNhsNotify(values, account),
    saving: save,
  })
  const { bind } = fields
  const isOptional = account !== null
  const plans = useFieldValue(fields, 'givesContactDetails') ? planNames : planNames.slice(0, 1)
  return (
    <FieldsForm fields={fields} submitLabel={words.save} actions={<Cancel onClose={onClose} />} onSave={(values) => save.mutate(values)}>
      <Grid>
        <TextField label={words.apiKey} hint={hintOf(account)} maxLength={500} isOptional={isOptional} {...secret} {...bind('apiKey')} />
        <TextField label={words.keyId} hint={words.keyIdHint} maxLength={200} required {...text} {...bind('keyId')} />
      </Grid>
      <TextArea
        label={words.privateKey}
        hint={isOptional ? hintOf(account) : words.privateKeyHint}
        maxLength={10_000}
        spellCheck={false}
        isOptional={isOptional}
        {...text}
        {...bind('privateKey')}
      />
      <TextField
        label={words.applicationId}
        hint={words.applicationIdHint}
        maxLength={200}
        isOptional
        {...text}
        {...bind('applicationId')}
      />
      <Checkbox label={words.givesContactDetails} hint={words.givesContactDetailsHint} {...bind('givesContactDetails')} />
      <Checkbox label={words.sendsOdsCode} {...bind('sendsOdsCode')} />
      <LabelledSection label={words.plans} level={3} size="sm" description={words.plansText}>
        <Stack>
          {plans.map((plan) => (
            <Grid key={plan}>
              <TextField label={words.planId[plan]} maxLength={50} isOptional {...text} {...bind(`${plan}PlanId`)} />
              <TextArea
                label={words.planFields[plan]}
                maxLength={5_000}
                rows={3}
                isOptional
                spellCheck={false}
                {...bind(`${plan}Fields`)}
              />
            </Grid>
          ))}
        </Stack>
      </LabelledSection>
      <Checkbox label={words.isEnabled} {...bind('isEnabled')} />
    </FieldsForm>
  )
}
