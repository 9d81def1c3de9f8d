import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { MessageProviders, TestMessage } from '#contract/message-providers.ts'
import { formatDateTime } from '#domain/moments.ts'
import { methodLabel, type NotificationMethod } from '#domain/notification.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { Select, TextField } from '#web/staff/form-fields.tsx'
import { useFields, useFieldValue } from '#web/staff/use-fields.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Grid, Stack } from '#web/ui/Layout.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'

import { refreshProviders } from './refresh-providers.ts'
import { testWords as words } from './words.ts'

type TestProps = { organisationId: string; providers: MessageProviders }

/** Sends a test message and shows what the provider answered, with the latest tests and what became known of them. */
export function TestMessages({ organisationId, providers }: TestProps) {
  const usable = providers.methods.filter(({ provider }) => provider !== null)
  const sent = usable.filter(({ isKept }) => !isKept).map(({ method }) => method)
  const [first] = sent
  return (
    <LabelledSection label={words.label}>
      <Stack>
        {usable.length === 0 && <p>{words.none}</p>}
        {usable.length > 0 && !first && <p>{words.allKept}</p>}
        {first && (
          <>
            <p>{words.text}</p>
            <TestForm organisationId={organisationId} methods={sent} first={first} />
          </>
        )}
        {providers.tests.length > 0 && (
          <LabelledSection label={words.latest} level={3} size="sm" description={words.left(providers.testsLeft)}>
            <SummaryList
              rows={providers.tests.map((test) => ({
                label: `${formatDateTime(test.createdAt)}, ${methodLabel(test.method)}`,
                value: `${test.provider}: ${outcomeOf(test)}`,
              }))}
            />
          </LabelledSection>
        )}
      </Stack>
    </LabelledSection>
  )
}

/** A message that nobody got is no success. */
const alertKinds: Partial<Record<TestMessage['status'], 'danger' | 'warning'>> = { failed: 'danger', kept: 'warning' }

const outcomeOf = ({ status, reason, providerId }: TestMessage) =>
  [words.outcome[status], reason, providerId && words.reference(providerId)].filter(Boolean).join(' ')

type FormProps = { organisationId: string; methods: readonly NotificationMethod[]; first: NotificationMethod }

function TestForm({ organisationId, methods, first }: FormProps) {
  const queryClient = useQueryClient()
  const send = useMutation({
    mutationFn: (body: { method: NotificationMethod; recipient: string }) =>
      api.messageProviderAccounts.sendTest({ params: { id: organisationId }, body }),
    onSettled: () => refreshProviders(queryClient),
  })
  const fields = useFields<{ method: string; recipient: string }>({
    id: 'test-message',
    initial: { method: first, recipient: '' },
    check: ({ method, recipient }) => ({
      recipient: recipient.trim() ? undefined : words.recipientRequired(words.recipient[method as NotificationMethod]), // the options are methods
    }),
    saving: send,
  })
  const method = useFieldValue(fields, 'method') as NotificationMethod // the options are methods
  return (
    <FieldsForm
      fields={fields}
      submitLabel={words.send}
      pendingLabel={words.sending}
      kind="secondary"
      onSave={({ recipient }) => send.mutate({ method, recipient })}
    >
      <Grid>
        <Select label={words.method} options={methods.map((value) => ({ value, label: methodLabel(value) }))} {...fields.bind('method')} />
        <TextField label={words.recipient[method]} maxLength={254} autoComplete="off" {...fields.bind('recipient')} />
      </Grid>
      {send.data && !send.isPending && <Alert kind={alertKinds[send.data.status] ?? 'success'}>{outcomeOf(send.data)}</Alert>}
    </FieldsForm>
  )
}
