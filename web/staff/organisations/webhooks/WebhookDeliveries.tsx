import { useState } from 'react'

import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts'
import { eventTypeLabels } from '#domain/events.ts'
import { formatDateTime } from '#domain/moments.ts'
import { deliveryStates, type DeliveryState } from '#domain/webhooks.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { ListTable, useListPage } from '#web/staff/lists/ListPanel.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Select } from '#web/ui/Select.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { ReplayDialog } from './ReplayDialog.tsx'
import { useRefresh, useReplay } from './webhook-mutations.ts'
import { deliveryStateLabels, deliveryWords as words, failureText } from './words.ts'

type WebhookDeliveriesProps = { organisationId: string; webhook: Webhook; onClose: () => void }

/** The events of one endpoint with the result of each, newest first. */
export function WebhookDeliveries({ organisationId, webhook, onClose }: WebhookDeliveriesProps) {
  const [state, setState] = useState<DeliveryState>()
  const [before, setBefore] = useState<number>()
  const [isReplaying, setReplaying] = useState(false)
  const refresh = useRefresh()
  const query = { ...(state && { state }), ...(before !== undefined && { before }) }
  const found = useListPage(q(api.webhooks.deliveries, { params: { id: organisationId, webhookId: webhook.id }, query }))
  const next = found.data?.next ?? undefined
  const isOn = webhook.status !== 'switched_off'
  const show = (value: string) => {
    setState(deliveryStates.find((one) => one === value))
    setBefore(undefined)
  }
  return (
    <LabelledSection
      label={words.label(webhook.description)}
      description={words.description}
      actions={
        <Row>
          {isOn && <Button onClick={() => setReplaying(true)}>{words.replay}</Button>}
          <Button onClick={() => void refresh()}>{words.refresh}</Button>
          <Button onClick={onClose}>{words.close}</Button>
        </Row>
      }
    >
      <Stack>
        <Select
          label={words.filter}
          width={20}
          options={[{ value: '', label: words.all }, ...deliveryStates.map((one) => ({ value: one, label: deliveryStateLabels[one] }))]}
          value={state ?? ''}
          onChange={({ target }) => show(target.value)}
        />
        <ListTable
          label={words.label(webhook.description)}
          found={found}
          columns={[...columns, ...(isOn ? [againColumn(organisationId, webhook.id)] : [])]}
          rowId={({ eventId }) => eventId}
          empty={state ? words.noMatch : words.empty}
          skeletonRows={5}
        />
        <Row>
          {before !== undefined && <Button onClick={() => setBefore(undefined)}>{words.newest}</Button>}
          {next !== undefined && <Button onClick={() => setBefore(next)}>{words.older}</Button>}
        </Row>
      </Stack>
      {isReplaying && <ReplayDialog organisationId={organisationId} webhookId={webhook.id} onClose={() => setReplaying(false)} />}
    </LabelledSection>
  )
}

const badgeKinds = { waiting: 'info', delivered: 'success', failed: 'danger' } as const

function resultOf({ lastTriedAt, failure, status, durationMs }: WebhookDelivery) {
  if (failure !== null) return failureText(failure, status)
  return lastTriedAt === null || status === null ? words.notTried : words.accepted(status, durationMs ?? 0)
}

const columns: Column<WebhookDelivery>[] = [
  { id: 'event', header: words.event, cell: ({ type }) => eventTypeLabels[type], isRowHeader: true },
  { id: 'happened', header: words.happened, isNowrap: true, cell: ({ occurredAt }) => formatDateTime(occurredAt) },
  {
    id: 'formRequest',
    header: words.formRequest,
    cell: ({ formRequestId }) =>
      formRequestId === null ? (
        <span className="muted">{words.patient}</span>
      ) : (
        <Link href={pathTo('requestDetails', { id: formRequestId })}>{words.openRequest}</Link>
      ),
  },
  {
    id: 'state',
    header: words.state,
    isNowrap: true,
    cell: ({ state }) => <Badge kind={badgeKinds[state]}>{deliveryStateLabels[state]}</Badge>,
  },
  { id: 'tries', header: words.tries, align: 'end', cell: ({ tries }) => tries },
  {
    id: 'result',
    header: words.result,
    cell: (delivery) => (
      <>
        {resultOf(delivery)}
        {delivery.nextTryAt !== null && delivery.tries > 0 && (
          <div className="muted">{words.nextTry(formatDateTime(delivery.nextTryAt))}</div>
        )}
      </>
    ),
  },
]

const againColumn = (organisationId: string, webhookId: string): Column<WebhookDelivery> => ({
  id: 'again',
  header: words.again,
  isHeaderHidden: true,
  align: 'end',
  cell: (delivery) =>
    delivery.state === 'waiting' && delivery.tries === 0 ? null : <SendAgain {...{ organisationId, webhookId, delivery }} />,
})

type SendAgainProps = { organisationId: string; webhookId: string; delivery: WebhookDelivery }

/** Pending until the list shows the event as waiting. Each event has its own call, because several can be sent again at once. */
function SendAgain({ organisationId, webhookId, delivery: { eventId, type, occurredAt } }: SendAgainProps) {
  const { isPending, replay } = useReplay(organisationId, webhookId)
  return (
    <Button
      size="sm"
      isPending={isPending}
      aria-label={words.againFor(eventTypeLabels[type], formatDateTime(occurredAt))}
      onClick={() => replay(eventId)}
    >
      {words.again}
    </Button>
  )
}
