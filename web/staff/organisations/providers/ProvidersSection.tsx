import { useQuery } from '@tanstack/react-query'

import type { MessageProviders } from '#contract/message-providers.ts'
import { methodLabel } from '#domain/notification.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'
import { LoadError } from '#web/staff/LoadError.tsx'

import { ProviderPanel } from './ProviderPanel.tsx'
import { TestMessages } from './TestMessages.tsx'
import { providersWords as words } from './words.ts'

/** What messages go through, a test message, and the organisation's own accounts. */
export function ProvidersSection({ organisationId }: { organisationId: string }) {
  const providers = useQuery(q(api.messageProviderAccounts.list, { params: { id: organisationId } }))
  const { data } = providers
  if (providers.isError && !data) return <LoadError of={providers} />
  if (!data)
    return (
      <Panel>
        <Skeleton lines={8} />
      </Panel>
    )
  return (
    <Stack>
      <Panel>
        <Stack gap="lg">
          <Methods methods={data.methods} />
          <TestMessages organisationId={organisationId} providers={data} />
        </Stack>
      </Panel>
      {data.providers.map((provider) => (
        <Panel key={provider.channel}>
          <ProviderPanel organisationId={organisationId} provider={provider} />
        </Panel>
      ))}
    </Stack>
  )
}

const Methods = ({ methods }: Pick<MessageProviders, 'methods'>) => (
  <LabelledSection label={words.methods} description={words.methodsText}>
    <SummaryList
      rows={methods.map((one) => ({
        label: methodLabel(one.method),
        value: carrierOf(one),
      }))}
    />
  </LabelledSection>
)

function carrierOf({ provider, isOwn, isKept, reason }: MessageProviders['methods'][number]) {
  if (provider === null) return words.notUsed(reason ?? '')
  if (isKept) return words.kept
  return isOwn ? words.ownAccount(provider) : words.ofInstallation(provider)
}
