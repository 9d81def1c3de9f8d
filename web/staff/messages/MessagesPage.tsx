import { useState } from 'react'

import type { Message } from '#contract/messages.ts'
import { formatDateTime } from '#domain/moments.ts'
import { formatPrice, providerLabel } from '#domain/message-records.ts'
import { messageReasonLabel } from '#domain/message-reasons.ts'
import { categoryLabel, methodLabel } from '#domain/notification.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { ListPanel, useListPage } from '#web/staff/lists/ListPanel.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { deliveryOf } from '#web/staff/requests/delivery.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Clipped } from '#web/ui/Clipped.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { Column } from '#web/ui/data-table.ts'
import { longPageSizes } from '#web/ui/page-sizes.ts'

import { MessageFilters } from './MessageFilters.tsx'
import { MessageTotals, type TotalsGrouping } from './MessageTotals.tsx'
import { useMessageSearch } from './use-message-search.ts'
import { doubtWords, messagesPageWords as words } from './words.ts'

/** Every message of the organisation, with its totals (NOT-8). */
export function MessagesPage() {
  const { list, filters, query } = useMessageSearch()
  const [by, setBy] = useState<TotalsGrouping>('method')
  const totals = useListPage(q(api.messages.totals, { query: { filters, by: by === 'day' ? 'day' : 'month' } }))
  return (
    <>
      <PageHeader title={words.title} description={words.description} />
      <MessageFilters list={list} forms={totals.data?.forms} />
      <Stack gap="lg">
        <MessageTotals found={totals} filters={filters} by={by} onBy={setBy} />
        <ListPanel
          {...words.list}
          list={list}
          query={q(api.messages.list, { query })}
          columns={columns}
          sizes={longPageSizes}
          rowId={({ id }) => id}
          rowHref={({ requestId }) => pathTo('requestDetails', { id: requestId })}
          empty={{ ...words.list.empty, icon: 'send' }}
        />
      </Stack>
    </>
  )
}

const columns: Column<Message>[] = [
  {
    id: 'patient',
    header: words.columns.patient,
    cell: ({ patient: { firstName, lastName } }) => <Clipped text={`${firstName} ${lastName}`} size="md" />,
    isRowHeader: true,
  },
  { id: 'form', header: words.columns.form, cell: ({ form }) => <Clipped text={form.title} size="md" /> },
  { id: 'category', header: words.columns.category, cell: ({ category }) => categoryLabel(category), isNowrap: true },
  { id: 'method', header: words.columns.method, cell: ({ method }) => methodLabel(method), isNowrap: true },
  { id: 'status', header: words.columns.status, cell: (message) => <Status message={message} />, isNowrap: true },
  { id: 'reason', header: words.columns.reason, cell: (message) => <Reason message={message} /> },
  { id: 'queued', header: words.columns.queued, cell: ({ createdAt }) => formatDateTime(createdAt), sortBy: 'createdAt', isNowrap: true },
  { id: 'provider', header: words.columns.provider, cell: ({ provider }) => (provider ? providerLabel(provider) : '–'), isNowrap: true },
  { id: 'attempts', header: words.columns.attempts, cell: ({ attempts }) => attempts || '–', align: 'end' },
  { id: 'fragments', header: words.columns.fragments, cell: ({ fragments }) => fragments ?? '–', align: 'end' },
  {
    id: 'price',
    header: words.columns.price,
    cell: ({ price }) => (price === null ? '–' : formatPrice(price)),
    align: 'end',
    isNowrap: true,
  },
]

function Status({ message: { status, method, doubt } }: { message: Message }) {
  const { label, kind } = deliveryOf(status, method)
  return (
    <>
      <Badge kind={kind} size="2xs">
        {label}
      </Badge>
      {doubt && (
        <>
          {' '}
          <Badge kind="warning" size="2xs">
            {doubtWords[doubt]}
          </Badge>
        </>
      )}
    </>
  )
}

/** The short reason; all its words are in the tooltip and on the form request. */
function Reason({ message: { reason, reasonCode } }: { message: Message }) {
  if (reasonCode) return <span title={reason}>{messageReasonLabel(reasonCode)}</span>
  return reason ? <Clipped text={reason} size="md" /> : '–'
}
