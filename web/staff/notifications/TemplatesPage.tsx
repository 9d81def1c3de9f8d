import type { NotificationTemplate } from '#contract/notifications.ts'
import { formatDateTime } from '#domain/moments.ts'
import {
  categoryLabel,
  messageMethods,
  methodLabel,
  notificationCategories,
  notificationMethods,
  templateTypeLabel,
  templateTypes,
} from '#domain/notification.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { useCarriedMethods } from '#web/staff/carried-methods.ts'
import { ListPanel } from '#web/staff/lists/ListPanel.tsx'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { pathTo } from '#web/staff/paths.ts'
import { templateList } from '#web/staff/searches.ts'
import { useSession } from '#web/staff/session.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Select } from '#web/ui/Select.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { useWhyNotSent } from './not-sent.ts'
import { templateLabels, templateListWords, templatesPageWords, templateStateWords } from './words.ts'

const categoryOptions = notificationCategories.map((value) => ({ value, label: categoryLabel(value) }))
const methodOptions = messageMethods.map((value) => ({ value, label: methodLabel(value) }))
const typeOptions = templateTypes.map((value) => ({ value, label: templateTypeLabel(value) }))

export function TemplatesPage() {
  const { can } = useSession()
  const whyNotSent = useWhyNotSent()
  const list = useListSearch(templateList)
  const { filters, setFilters } = list
  const create = can('template:create') && (
    <ButtonLink kind="primary" href={pathTo('notificationTemplateCreate')}>
      {templatesPageWords.create}
    </ButtonLink>
  )
  return (
    <>
      <PageHeader title={templatesPageWords.title} description={templatesPageWords.description} actions={create} />
      <Stack gap="lg">
        <NotSentHere />
        <div>
          <FilterBar>
            <SearchField
              label={templatesPageWords.search}
              value={filters.search}
              onSearch={(search) => setFilters({ search }, { replace: true })}
            />
            <Select
              label={templateLabels.category}
              placeholder={templatesPageWords.anyCategory}
              options={categoryOptions}
              value={filters.category}
              onChange={(event) => setFilters({ category: event.target.value })}
            />
            <Select
              label={templateLabels.method}
              placeholder={templatesPageWords.anyMethod}
              options={methodOptions}
              value={filters.method}
              onChange={(event) => setFilters({ method: event.target.value })}
            />
            <Select
              label={templateLabels.type}
              placeholder={templatesPageWords.anyType}
              options={typeOptions}
              value={filters.type}
              onChange={(event) => setFilters({ type: event.target.value })}
            />
          </FilterBar>
          <ListPanel
            {...templateListWords}
            list={list}
            query={q(api.notificationTemplates.list, { query: list.query })}
            columns={templateColumns(whyNotSent)}
            rowId={({ id }) => id}
            rowHref={({ id }) => pathTo('notificationTemplateDetails', { id })}
          />
        </div>
      </Stack>
    </>
  )
}

/** The kinds of message that can have a template although this installation does not send them. */
function NotSentHere() {
  const { reasons } = useCarriedMethods()
  const lines = notificationMethods.flatMap((method) => reasons[method] ?? [])
  if (lines.length === 0) return null
  return (
    <Alert title={templateStateWords.someNotSent}>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Alert>
  )
}

type WhyNotSent = (template: NotificationTemplate) => string | undefined

const templateColumns = (whyNotSent: WhyNotSent): Column<NotificationTemplate>[] => [
  {
    id: 'description',
    header: templateLabels.description,
    cell: ({ description }) => description,
    sortBy: 'description',
    isRowHeader: true,
  },
  { id: 'category', header: templateLabels.category, cell: ({ category }) => categoryLabel(category), sortBy: 'category' },
  { id: 'method', header: templateLabels.method, cell: ({ method }) => methodLabel(method), sortBy: 'method' },
  { id: 'type', header: templateLabels.type, cell: ({ type }) => templateTypeLabel(type), sortBy: 'type' },
  { id: 'use', header: templateLabels.inUse, cell: (template) => <UseState template={template} notSent={whyNotSent(template)} /> },
  {
    id: 'updated',
    header: templateLabels.updated,
    cell: ({ updatedAt }) => (updatedAt ? formatDateTime(updatedAt) : '–'),
    sortBy: 'updatedAt',
    isNowrap: true,
  },
]

function UseState({ template, notSent }: { template: NotificationTemplate; notSent: string | undefined }) {
  if (!template.isSelected) return templateStateWords.no
  if (notSent === undefined) return <Badge kind="success">{templateStateWords.inUse}</Badge>
  return (
    <>
      <Badge kind="warning">{templateStateWords.notSent}</Badge>
      <div className="muted">{notSent}</div>
    </>
  )
}
