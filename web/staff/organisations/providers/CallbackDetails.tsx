import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { Provider } from '#contract/message-providers.ts'
import { formatDateTime } from '#domain/moments.ts'
import { messageProviderLabel } from '#domain/message-providers.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { CopyField } from '#web/staff/CopyField.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'

import { refreshProviders } from './refresh-providers.ts'
import { callbackWords as words } from './words.ts'

type CallbackProps = {
  organisationId: string
  channel: Provider['channel']
  account: NonNullable<Provider['account']>
  callbacks: NonNullable<Provider['callbacks']>
}

/** What to enter at the provider, so that its calls reach this organisation. The token is shown once. */
export function CallbackDetails({ organisationId, channel, account, callbacks }: CallbackProps) {
  const queryClient = useQueryClient()
  const create = useMutation({
    mutationFn: () => api.messageProviderAccounts.createCallbackToken({ params: { id: organisationId, channel } }),
    onSuccess: () => refreshProviders(queryClient),
  })
  const { callbackTokenSetAt } = account
  return (
    <LabelledSection label={words.label(messageProviderLabel(channel))} level={3} size="sm" description={words.text}>
      <Stack>
        <CopyField label={words.receipts} name={words.receipts.toLowerCase()} value={callbacks.receipts} />
        {callbacks.receivedTexts && (
          <CopyField label={words.receivedTexts} name={words.receivedTexts.toLowerCase()} value={callbacks.receivedTexts} />
        )}
        {create.data ? (
          <Alert kind="success" title={words.created}>
            <p>{words.createdText}</p>
            <CopyField label={words.token} name={words.token.toLowerCase()} value={create.data.token} />
          </Alert>
        ) : (
          <p>{callbackTokenSetAt ? words.tokenSet(formatDateTime(callbackTokenSetAt)) : words.noToken}</p>
        )}
        {create.isError && <Alert kind="danger">{wordsOf(create.error)}</Alert>}
        <Row>
          <Button isPending={create.isPending} onClick={() => create.mutate()}>
            {callbackTokenSetAt ? words.createAgain : words.create}
          </Button>
        </Row>
      </Stack>
    </LabelledSection>
  )
}
