import {
  categoryLabel,
  methodLabel,
  notificationCategories,
  notificationMethods,
  templateTypeLabel,
  templateTypes,
} from '#domain/notification.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { templateList } from '#web/staff/searches.ts'
import { ListPanel } from '#web/staff/lists/ListPanel.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Select } from '#web/ui/Select.tsx'

import { useWhyNotSent } from './not-sent.ts'
import { NotSentHere } from './NotSentHere.tsx'
import { templateColumns } from './template-columns.tsx'
import { templateLabels, templateListWords, templatesPageWords } from './words.ts'

const categoryOptions = notificationCategories.map((value) => ({ value, label: categoryLabel(value) }))
const methodOptions = notificationMethods.map((value) => ({ value, label: methodLabel(value) }))
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
