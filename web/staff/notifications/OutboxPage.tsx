import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'

import type { OutboxMessage } from '#contract/notifications.ts'
import { formatDateTime } from '#domain/dates.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { methodLabel, notificationMethods } from '#domain/notification.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { isStatus, wordsOf } from '#web/api/refusal.ts'
import { useListSearch } from '#web/staff/list-search.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { isPastEnd, Pagination, PastEnd } from '#web/ui/Pagination.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { MessageText } from './MessageText.tsx'

import './notifications.scss'

const methodOptions = notificationMethods.map((value) => ({ value, label: methodLabel(value) }))

/** The messages that were kept instead of being sent. In the demonstration their links work: this is how to try the patient pages. */
export function OutboxPage() {
  const list = useListSearch({ sorts: ['createdAt'], filters: { search: '', method: '' }, choices: { method: notificationMethods } })
  const { filters, setFilters } = list
  const { config } = useRouteContext({ from: '/inside' })
  const found = useQuery({
    ...q(api.outbox.list, { query: list.query }),
    placeholderData: keepPreviousData,
    refetchInterval: 5_000,
  })
  const paging = list.pagingOf(found.data)
  return (
    <>
      <PageHeader
        title="Outbox"
        description={
          config.demo
            ? 'Messages are kept here and are not sent. Open a link to see what a patient sees.'
            : 'Messages are kept here and are not sent. Links are removed from them.'
        }
      />
      <FilterBar>
        <SearchField label="Search messages" value={filters.search} onSearch={(search) => setFilters({ search }, { replace: true })} />
        <Select
          label="Method"
          placeholder="Any method"
          options={methodOptions}
          value={filters.method}
          onChange={(event) => setFilters({ method: event.target.value })}
        />
      </FilterBar>
      {found.isPending && <Skeleton lines={8} />}
      {found.isError && isStatus(found.error, 404) && <Alert>Messages leave this installation, so there is no outbox to read.</Alert>}
      {found.isError && !isStatus(found.error, 404) && <ErrorState onRetry={() => void found.refetch()}>{wordsOf(found.error)}</ErrorState>}
      {found.data && paging && (
        <Stack>
          <ul className="outbox" aria-label="Messages">
            {found.data.docs.map((message) => (
              <li key={message.id}>
                <Message message={message} />
              </li>
            ))}
          </ul>
          {found.data.totalDocs === 0 && (
            <Panel>
              <EmptyState title={list.isFiltered ? 'No message matches' : 'No messages yet'} icon="send">
                {list.isFiltered ? 'Look for other words, or another method.' : 'Send a form to a patient, and the message appears here.'}
              </EmptyState>
            </Panel>
          )}
          {isPastEnd(paging) && (
            <Panel>
              <PastEnd {...paging} />
            </Panel>
          )}
          {found.data.totalDocs > 0 && <Pagination {...paging} />}
        </Stack>
      )}
    </>
  )
}

const Message = ({ message: { method, recipient, subject, body, createdAt } }: { message: OutboxMessage }) => (
  <article className="outbox__message">
    <p className="outbox__head">
      <Badge>{methodLabel(method)}</Badge>
      <span className="outbox__recipient">To {method === 'nhs_app' ? formatNhsNumber(recipient) : recipient}</span>
      <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
    </p>
    {subject && <h2 className="outbox__subject">{subject}</h2>}
    <MessageText text={body} />
  </article>
)
