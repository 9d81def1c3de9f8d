import { useState } from 'react'

import type { OccasionInList, SeriesResults } from '#contract/series.ts'
import { formatDate } from '#domain/dates.ts'
import { offsetWords } from '#domain/series.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { ListTable, useListPage, type EmptyWords } from '#web/staff/lists/ListPanel.tsx'
import type { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { pathTo } from '#web/staff/paths.ts'
import { fullName } from '#web/staff/requests/worklist/request-columns.tsx'
import type { occasionList } from '#web/staff/searches.ts'
import { useSession } from '#web/staff/session.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { BulkBar } from '#web/ui/BulkBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { OccasionDialog, type OccasionAct } from './OccasionDialogs.tsx'
import { Refused } from './Refused.tsx'
import { occasionLooks, occasionWords as words } from './words.ts'

type Asked = { state: OccasionInList['state'][]; day?: string }
type OccasionTableProps = {
  seriesId: string
  list: ReturnType<typeof useListSearch<typeof occasionList.filters, 'day', {}>>
  filters: Asked
  empty: EmptyWords
}

const nothing: ReadonlySet<string> = new Set()

/** Occasions of a series, to be sent, moved or skipped one by one or as a selection. */
export function OccasionTable({ seriesId, list, filters, empty }: OccasionTableProps) {
  const { can } = useSession()
  const [selected, setSelected] = useState(nothing)
  const [asked, setAsked] = useState<OccasionAct>()
  const [refused, setRefused] = useState<SeriesResults['results']>([])
  const found = useListPage(q(api.series.occasions, { params: { id: seriesId }, query: { ...list.query, filters } }))
  const chosen = (found.data?.docs ?? []).filter(({ id }) => selected.has(id)).map(({ id }) => id)
  const ask: Ask = (act, occasions) => occasions.length > 0 && setAsked({ act, seriesId, occasions })
  const acts = [
    ...(can('formRequest:create') ? (['send'] as const) : []),
    ...(can('formRequest:update') ? (['move', 'skip'] as const) : []),
  ]
  const columns = [...occasionColumns, actionsColumn(acts, ask)]
  return (
    <Stack>
      <Refused refused={refused} onDismiss={() => setRefused([])} />
      <div>
        {acts.length > 0 && (
          <BulkBar count={chosen.length} onClear={() => setSelected(nothing)}>
            {acts.map((act) => (
              <Button key={act} size="sm" onClick={() => ask(act, chosen)}>
                {words[act]}
              </Button>
            ))}
          </BulkBar>
        )}
        <ListTable
          label={words.label}
          list={list}
          found={found}
          columns={columns}
          rowId={({ id }) => id}
          empty={empty}
          selection={acts.length > 0 ? { selected, onChange: setSelected, nameOf: ({ patient }) => fullName(patient) } : undefined}
        />
      </div>
      {asked && (
        <OccasionDialog
          asked={asked}
          onClose={() => setAsked(undefined)}
          onDone={(others) => {
            setRefused(others)
            setSelected(nothing)
          }}
        />
      )}
    </Stack>
  )
}

type Acts = readonly OccasionAct['act'][]
type Ask = (act: OccasionAct['act'], occasions: string[]) => void

const actionsColumn = (acts: Acts, ask: Ask): Column<OccasionInList> => ({
  id: 'actions',
  header: words.columns.actions,
  isHeaderHidden: true,
  align: 'end',
  cell: ({ id, patient }) => <OccasionMenu name={fullName(patient)} acts={acts} onAct={(act) => ask(act, [id])} />,
})

type OccasionMenuProps = { name: string; acts: Acts; onAct: (act: OccasionAct['act']) => void }

/** What can be done with one occasion. */
export const OccasionMenu = ({ name, acts, onAct }: OccasionMenuProps) =>
  acts.length > 0 && (
    <Menu name={words.actionsFor(name)} actions={acts.map((act) => ({ id: act, label: words[act], onAction: () => onAct(act) }))} />
  )

const occasionColumns: Column<OccasionInList>[] = [
  {
    id: 'patient',
    header: words.columns.patient,
    cell: ({ patient }) => <Link href={pathTo('patientDetails', { id: patient.id }, { tab: 'series' })}>{fullName(patient)}</Link>,
    isRowHeader: true,
  },
  { id: 'when', header: words.columns.when, cell: ({ offset }) => offsetWords(offset) },
  {
    id: 'day',
    header: words.columns.day,
    cell: ({ day, movedFrom }) => (
      <>
        <span className="nowrap">{formatDate(day)}</span>
        {movedFrom && <div className="muted">{words.movedFrom(formatDate(movedFrom))}</div>}
      </>
    ),
    sortBy: 'day',
  },
  {
    id: 'state',
    header: words.columns.state,
    cell: (occasion) => <OccasionState occasion={occasion} />,
  },
]

/** The state of an occasion, with the reason where it was not sent. */
export const OccasionState = ({ occasion: { state, reason } }: { occasion: Pick<OccasionInList, 'state' | 'reason'> }) => (
  <>
    <Badge kind={occasionLooks[state].badge}>{occasionLooks[state].label}</Badge>
    {reason !== '' && <div className="muted">{reason}</div>}
  </>
)
