import { useRouteContext } from '@tanstack/react-router'

import type { OutboxMessage } from '#contract/notifications.ts'
import { formatDateTime } from '#domain/moments.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { methodLabel, notificationMethods } from '#domain/notification.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { isStatus } from '#web/api/refusal.ts'
import { ListCards } from '#web/staff/lists/ListCards.tsx'
import { useListPage } from '#web/staff/lists/ListPanel.tsx'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { outboxList } from '#web/staff/searches.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Select } from '#web/ui/Select.tsx'

import { outboxPageWords, outboxWords, previewWords } from './words.ts'
import './notifications.scss'

const methodOptions = notificationMethods.map((value) => ({ value, label: methodLabel(value) }))

/** The messages that were kept instead of sent. In the demonstration their links open the patient pages. */
export function OutboxPage() {
  const list = useListSearch(outboxList)
  const { filters, setFilters } = list
  const { config } = useRouteContext({ from: '/inside' })
  const found = useListPage({
    ...q(api.outbox.list, { query: list.query }),
    refetchInterval: 5_000,
  })
  return (
    <>
      <PageHeader title={outboxPageWords.title} description={config.demo ? outboxPageWords.demoDescription : outboxPageWords.description} />
      <FilterBar>
        <SearchField
          label={outboxPageWords.search}
          value={filters.search}
          onSearch={(search) => setFilters({ search }, { replace: true })}
        />
        <Select
          label={outboxPageWords.method}
          placeholder={outboxPageWords.anyMethod}
          options={methodOptions}
          value={filters.method}
          onChange={(event) => setFilters({ method: event.target.value })}
        />
      </FilterBar>
      {found.isError && isStatus(found.error, 404) ? (
        <Alert>{outboxPageWords.noOutbox}</Alert>
      ) : (
        <ListCards
          {...outboxWords}
          list={list}
          found={found}
          className="outbox"
          rowId={({ id }) => id}
          renderCard={(message) => <Message message={message} />}
          empty={{ ...outboxWords.empty, icon: 'send' }}
        />
      )}
    </>
  )
}

const Message = ({ message: { method, recipient, subject, body, createdAt } }: { message: OutboxMessage }) => (
  <article className="outbox__message">
    <p className="outbox__head">
      <Badge>{methodLabel(method)}</Badge>
      <span className="outbox__recipient">{outboxPageWords.to(method === 'nhs_app' ? formatNhsNumber(recipient) : recipient)}</span>
      <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
    </p>
    {subject && <h2 className="outbox__subject">{subject}</h2>}
    <MessageText text={body} />
  </article>
)

const address = /(https?:\/\/[^\s<>"']+)/

/** The text of a message with working links. They open in a new tab, because they lead to the patient pages. */
const MessageText = ({ text }: { text: string }) => (
  <p className="message-text">
    {text.split(address).map((part, index) =>
      address.test(part) ? (
        <a key={index} href={part} target="_blank" rel="noopener noreferrer">
          {part}
          <span className="visually-hidden">{previewWords.opensInNewTab}</span>
        </a>
      ) : (
        part
      ),
    )}
  </p>
)
