import type { Series } from '#contract/series.ts'
import { seriesStates } from '#domain/series-states.ts'
import { scheduleWords } from '#domain/series.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { ListPanel } from '#web/staff/lists/ListPanel.tsx'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { pathTo } from '#web/staff/paths.ts'
import { seriesList } from '#web/staff/searches.ts'
import { useSession } from '#web/staff/session.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { FilterMenu } from '#web/ui/FilterMenu.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { seriesListWords as words, stateLooks } from './words.ts'
import './series.scss'

const formatNumber = (number: number) => number.toLocaleString('en-GB')

const columns: Column<Series>[] = [
  { id: 'name', header: words.columns.name, cell: (one) => <Name series={one} />, sortBy: 'name', isRowHeader: true },
  { id: 'form', header: words.columns.form, cell: ({ form }) => <span className="break">{form.title}</span> },
  { id: 'schedule', header: words.columns.schedule, cell: ({ schedule }) => scheduleWords(schedule) },
  { id: 'enrolled', header: words.columns.enrolled, cell: ({ counts }) => formatNumber(counts.enrolled), align: 'end' },
  { id: 'dueSoon', header: words.columns.dueSoon, cell: ({ counts }) => formatNumber(counts.dueSoon), align: 'end' },
  { id: 'missed', header: words.columns.missed, cell: ({ counts }) => formatNumber(counts.missed), align: 'end' },
  { id: 'notSent', header: words.columns.notSent, cell: ({ counts }) => formatNumber(counts.notSent), align: 'end' },
]

const Name = ({ series: { name, state, problem, stopProblem } }: { series: Series }) => (
  <>
    <span className="break">{name}</span> {state !== 'active' && <Badge kind={stateLooks[state].badge}>{stateLooks[state].label}</Badge>}
    {problem && <div className="series-problem">{problem}</div>}
    {stopProblem && <div className="series-problem">{stopProblem}</div>}
  </>
)

/** Every series with how many patients it has and what it needs. */
export function SeriesListPage() {
  const list = useListSearch(seriesList)
  const states = seriesStates.map((value) => ({ value, label: stateLooks[value].label }))
  return (
    <>
      <PageHeader title={words.title} description={words.description} actions={<CreateButton />} />
      <FilterBar>
        <SearchField
          label={words.search}
          value={list.filters.search}
          onSearch={(search) => list.setFilters({ search }, { replace: true })}
        />
        <FilterMenu label={words.state} options={states} value={list.filters.state} onChange={(state) => list.setFilters({ state })} />
      </FilterBar>
      <ListPanel
        label={words.label}
        list={list}
        query={q(api.series.list, { query: list.query })}
        columns={columns}
        rowId={({ id }) => id}
        rowHref={({ id }) => pathTo('seriesDetails', { id })}
        empty={{ ...words.empty, action: <CreateButton /> }}
        noMatch={words.noMatch}
      />
    </>
  )
}

function CreateButton() {
  const { can } = useSession()
  return (
    can('form:update') && (
      <ButtonLink kind="primary" href={pathTo('seriesCreate')}>
        {words.create}
      </ButtonLink>
    )
  )
}
