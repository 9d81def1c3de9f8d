import { useState } from 'react'

import type { Enrolment, SeriesDetails, SeriesResults } from '#contract/series.ts'
import { formatDate } from '#domain/dates.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { seriesStates } from '#domain/series-states.ts'
import { offsetWords } from '#domain/series.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { ListTable, useListPage } from '#web/staff/lists/ListPanel.tsx'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { pathTo } from '#web/staff/paths.ts'
import { fullName } from '#web/staff/requests/worklist/request-columns.tsx'
import { enrolmentList } from '#web/staff/searches.ts'
import { useSession } from '#web/staff/session.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { BulkBar } from '#web/ui/BulkBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { FilterMenu } from '#web/ui/FilterMenu.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Menu, type MenuAction } from '#web/ui/Menu.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { CorrectDateDialog, EndEnrolmentsDialog, enrolmentActions, useSetEnrolments } from './EnrolmentDialogs.tsx'
import { Refused } from './Refused.tsx'
import { endReasonWords, enrolmentWords as words, stateLooks } from './words.ts'

const formatNumber = (number: number) => number.toLocaleString('en-GB')
const nothing: ReadonlySet<string> = new Set()
const states = seriesStates.map((value) => ({ value, label: stateLooks[value].label }))

/** The patients of a series, to be paused, resumed or ended one by one or as a selection. */
export function SeriesPatients({ series }: { series: SeriesDetails }) {
  const { can } = useSession()
  const list = useListSearch(enrolmentList)
  const [selected, setSelected] = useState(nothing)
  const [ending, setEnding] = useState<string[]>()
  const [correcting, setCorrecting] = useState<Enrolment>()
  const [refused, setRefused] = useState<SeriesResults['results']>([])
  const setEnrolments = useSetEnrolments(series.id, (others) => {
    setRefused(others)
    setSelected(nothing)
  })
  const found = useListPage(q(api.series.enrolments, { params: { id: series.id }, query: list.query }))
  const chosen = (found.data?.docs ?? []).filter(({ id }) => selected.has(id)).map(({ id }) => id)
  const mayChange = can('formRequest:update')
  const set = (state: 'active' | 'paused') => chosen.length > 0 && setEnrolments.mutate({ state, ids: chosen })
  const actionsOf = (enrolment: Enrolment) =>
    mayChange
      ? enrolmentActions(enrolment.state, {
          set: (state) => setEnrolments.mutate({ state, ids: [enrolment.id] }),
          end: () => setEnding([enrolment.id]),
          correct: () => setCorrecting(enrolment),
        })
      : []
  const columns = [...columnsFor(series.dateLabel), actionsColumn(actionsOf)]
  return (
    <Stack>
      <Refused refused={refused} onDismiss={() => setRefused([])} />
      <div>
        <FilterBar>
          <SearchField
            label={words.search}
            placeholder={words.searchHint}
            value={list.filters.search}
            onSearch={(search) => list.setFilters({ search }, { replace: true })}
          />
          <FilterMenu label={words.state} options={states} value={list.filters.state} onChange={(state) => list.setFilters({ state })} />
        </FilterBar>
        {mayChange && (
          <BulkBar count={chosen.length} onClear={() => setSelected(nothing)}>
            <Button size="sm" isPending={setEnrolments.isPending} onClick={() => set('paused')}>
              {words.pause}
            </Button>
            <Button size="sm" isPending={setEnrolments.isPending} onClick={() => set('active')}>
              {words.resume}
            </Button>
            <Button size="sm" onClick={() => chosen.length > 0 && setEnding(chosen)}>
              {words.end}
            </Button>
          </BulkBar>
        )}
        <ListTable
          label={words.label}
          list={list}
          found={found}
          columns={columns}
          rowId={({ id }) => id}
          empty={words.empty}
          noMatch={words.noMatch}
          selection={mayChange ? { selected, onChange: setSelected, nameOf: ({ patient }) => fullName(patient) } : undefined}
        />
      </div>
      {ending && <EndEnrolmentsDialog ids={ending} setEnrolments={setEnrolments} onClose={() => setEnding(undefined)} />}
      {correcting && (
        <CorrectDateDialog
          seriesId={series.id}
          dateLabel={series.dateLabel}
          enrolment={correcting}
          onClose={() => setCorrecting(undefined)}
        />
      )}
    </Stack>
  )
}

const actionsColumn = (actionsOf: (enrolment: Enrolment) => MenuAction[]): Column<Enrolment> => ({
  id: 'actions',
  header: words.columns.actions,
  isHeaderHidden: true,
  align: 'end',
  cell: (enrolment) => <EnrolmentMenu name={fullName(enrolment.patient)} actions={actionsOf(enrolment)} />,
})

const EnrolmentMenu = ({ name, actions }: { name: string; actions: MenuAction[] }) =>
  actions.length > 0 && <Menu name={words.actionsFor(name)} actions={actions} />

const columnsFor = (dateLabel: string): Column<Enrolment>[] => [
  {
    id: 'patient',
    header: words.columns.patient,
    cell: ({ patient }) => (
      <Link className="break" href={pathTo('patientDetails', { id: patient.id }, { tab: 'series' })}>
        {fullName(patient)}
      </Link>
    ),
    sortBy: 'lastName',
    isRowHeader: true,
  },
  {
    id: 'nhsNumber',
    header: words.columns.nhsNumber,
    cell: ({ patient }) => (patient.nhsNumber ? formatNhsNumber(patient.nhsNumber) : '–'),
    isNowrap: true,
  },
  { id: 'startsOn', header: dateLabel, cell: ({ startsOn }) => formatDate(startsOn), sortBy: 'startsOn', isNowrap: true },
  {
    id: 'state',
    header: words.columns.state,
    cell: ({ state, endReason }) => (
      <>
        <Badge kind={stateLooks[state].badge}>{stateLooks[state].label}</Badge>
        {endReason && <div className="muted">{endReasonWords[endReason]}</div>}
      </>
    ),
  },
  {
    id: 'next',
    header: words.columns.next,
    cell: ({ next }) => (next ? words.next(offsetWords(next.offset), formatDate(next.day)) : words.noNext),
  },
  { id: 'sent', header: words.columns.sent, cell: ({ counts }) => formatNumber(counts.sent), align: 'end' },
  { id: 'missed', header: words.columns.missed, cell: ({ counts }) => formatNumber(counts.missed), align: 'end' },
  { id: 'notSent', header: words.columns.notSent, cell: ({ counts }) => formatNumber(counts.notSent), align: 'end' },
]
