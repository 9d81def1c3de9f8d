import { useRouter } from '@tanstack/react-router'

import type { FormSummary } from '#contract/forms.ts'
import { formTypeLabel, formTypeNames } from '#domain/form/form.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { formList } from '#web/staff/searches.ts'
import { ListPanel } from '#web/staff/lists/ListPanel.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { FilterMenu } from '#web/ui/FilterMenu.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Select } from '#web/ui/Select.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { formColumns } from './form-columns.tsx'
import { useCopyForm } from './FormActions.tsx'
import { formListWords, formsPageWords } from './words.ts'

const typeOptions = formTypeNames.map((type) => ({ value: type, label: formTypeLabel(type) }))
const stateOptions = [
  { value: 'true', label: formsPageWords.published },
  { value: 'false', label: formsPageWords.neverPublished },
]

export function FormsPage() {
  const { can } = useSession()
  const list = useListSearch(formList)
  const actions = useActionsColumn()
  const create = can('form:create') && (
    <ButtonLink kind="primary" href={pathTo('formCreate')}>
      {formsPageWords.create}
    </ButtonLink>
  )
  const columns = can('form:create') || can('form:update') ? [...formColumns, actions] : formColumns

  return (
    <>
      <PageHeader
        title={formsPageWords.title}
        actions={
          <>
            {can('form:update') && <ButtonLink href={pathTo('formLibrary')}>{formsPageWords.library}</ButtonLink>}
            {can('form:create') && <ButtonLink href={pathTo('formImport')}>{formsPageWords.import}</ButtonLink>}
            {create}
          </>
        }
      />
      <Filters list={list} />
      <ListPanel
        {...formListWords}
        list={list}
        query={q(api.forms.list, { query: list.query })}
        columns={columns}
        rowId={({ id }) => id}
        rowHref={({ id }) => pathTo('formDetails', { id })}
        empty={{ ...formListWords.empty, action: create }}
      />
    </>
  )
}

type List = {
  filters: { search: string; type: string[]; published: string; archived: boolean }
  setFilters: (filters: Partial<List['filters']>, options?: { replace?: boolean }) => void
  clearFilters: () => void
}

function Filters({ list: { filters, setFilters, clearFilters } }: { list: List }) {
  const chips = filters.type.map((type) => ({
    id: type,
    label: formTypeLabel(type),
    onRemove: () => setFilters({ type: filters.type.filter((one) => one !== type) }),
  }))
  return (
    <FilterBar chips={chips} onClear={clearFilters}>
      <SearchField label={formsPageWords.search} value={filters.search} onSearch={(search) => setFilters({ search }, { replace: true })} />
      <FilterMenu label={formsPageWords.type} options={typeOptions} value={filters.type} onChange={(type) => setFilters({ type })} />
      <Select
        label={formsPageWords.state}
        width={10}
        placeholder={formsPageWords.all}
        options={stateOptions}
        value={filters.published}
        onChange={(event) => setFilters({ published: event.target.value })}
      />
      <Checkbox
        label={formsPageWords.showArchived}
        checked={filters.archived}
        onChange={(event) => setFilters({ archived: event.target.checked })}
      />
    </FilterBar>
  )
}

function useActionsColumn(): Column<FormSummary> {
  const { can } = useSession()
  const router = useRouter()
  const copy = useCopyForm()
  const open = (href: string) => void router.navigate({ to: href })
  return {
    id: 'actions',
    header: formsPageWords.actions,
    isHeaderHidden: true,
    align: 'end',
    cell: (form) => (
      <Menu
        name={formsPageWords.actionsFor(form.title)}
        actions={[
          {
            id: 'edit',
            label: formsPageWords.edit,
            icon: 'edit',
            isDisabled: !can('form:update') || form.isArchived,
            onAction: () => open(pathTo('formManage', { id: form.id })),
          },
          {
            id: 'copy',
            label: formsPageWords.copy,
            icon: 'copy',
            isDisabled: !can('form:create') || copy.isPending,
            onAction: () => copy.mutate(form),
          },
        ]}
      />
    ),
  }
}
