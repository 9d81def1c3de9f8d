import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { Provider } from '#contract/message-providers.ts'
import { formatDateTime } from '#domain/moments.ts'
import { messageProviderLabel, messageProviderName } from '#domain/message-providers.ts'
import { methodLabel, type NotificationMethod } from '#domain/notification.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'
import { SummaryList } from '#web/ui/SummaryList.tsx'

import { AccountForm } from './AccountForm.tsx'
import { CallbackDetails } from './CallbackDetails.tsx'
import { refreshProviders } from './refresh-providers.ts'
import { providersWords as words } from './words.ts'

type ProviderProps = { organisationId: string; provider: Provider }

/** The organisation's account with one provider. */
export function ProviderPanel({ organisationId, provider }: ProviderProps) {
  const [isOpen, setOpen] = useState(false)
  const { channel, account, callbacks } = provider
  const name = messageProviderName(channel)
  return (
    <LabelledSection label={messageProviderLabel(channel)} description={statusOf(provider)}>
      <Stack>
        {provider.pausedUntil && (
          <Alert kind="warning" title={words.paused(formatDateTime(provider.pausedUntil))}>
            {provider.pauseReason} {words.pausedText}
          </Alert>
        )}
        {!isOpen && <State provider={provider} />}
        {isOpen ? (
          <AccountForm organisationId={organisationId} channel={channel} account={account} onClose={() => setOpen(false)} />
        ) : (
          <Row>
            <Button onClick={() => setOpen(true)}>{account ? words.change(name) : words.setUp(name)}</Button>
            {account && <RemoveAccount organisationId={organisationId} provider={provider} />}
          </Row>
        )}
        {account && callbacks && !isOpen && (
          <CallbackDetails organisationId={organisationId} channel={channel} account={account} callbacks={callbacks} />
        )}
      </Stack>
    </LabelledSection>
  )
}

const listOf = (methods: readonly NotificationMethod[]) => methods.map(methodLabel).join(', ')

function statusOf({ account, installationMethods }: Provider) {
  if (account) return account.isEnabled ? words.own(listOf(account.methods)) : words.turnedOff
  return installationMethods.length > 0 ? words.setUpForInstallation(listOf(installationMethods)) : words.notSetUp
}

function State({ provider: { channel, account, installationMethods, lastAcceptedAt } }: { provider: Provider }) {
  if (!account && installationMethods.length === 0) return null
  const hasSecret = account && (account.settings.channel !== 'smtp' || account.settings.user !== '')
  return (
    <SummaryList
      rows={[
        ...(account
          ? [
              {
                label: channel === 'smtp' ? words.passwordSet : words.keysSet,
                value: hasSecret ? words.setOn(formatDateTime(account.secretsSetAt)) : words.noPassword,
              },
            ]
          : []),
        { label: words.lastAccepted, value: lastAcceptedAt ? formatDateTime(lastAcceptedAt) : words.never },
      ]}
    />
  )
}

function RemoveAccount({ organisationId, provider: { channel } }: ProviderProps) {
  const queryClient = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const name = messageProviderName(channel)
  const remove = useMutation({
    mutationFn: () => api.messageProviderAccounts.remove({ params: { id: organisationId, channel } }),
    onSuccess: async () => {
      setConfirming(false)
      await refreshProviders(queryClient)
      notify({ label: words.removed(name), kind: 'success' })
    },
  })
  return (
    <>
      <Button kind="urgent-secondary" onClick={() => setConfirming(true)}>
        {words.remove(name)}
      </Button>
      <ConfirmDialog
        title={words.removeTitle(name)}
        isOpen={isConfirming}
        confirmLabel={words.remove(name)}
        isPending={remove.isPending}
        error={remove.isError ? wordsOf(remove.error) : undefined}
        onConfirm={() => remove.mutate()}
        onClose={() => {
          setConfirming(false)
          remove.reset()
        }}
      >
        <p>{words.removeText}</p>
      </ConfirmDialog>
    </>
  )
}
