import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { ImportJob } from '#contract/imports.ts'
import { choicesFor, type RowChoice, rowChoices, warningKinds } from '#domain/imports/decisions.ts'
import type { ImportVerdict } from '#domain/imports/outcomes.ts'
import { choiceWords } from '#domain/imports/words.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { fieldErrorsOf, wordsOf } from '#web/api/refusal.ts'
import { ListTable, useListPage } from '#web/staff/lists/ListPanel.tsx'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useSelection } from '#web/staff/requests/bulk/use-selection.ts'
import { importRowList } from '#web/staff/searches.ts'
import { BulkBar } from '#web/ui/BulkBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TabNav } from '#web/ui/TabNav.tsx'
import { notify } from '#web/ui/notify.ts'

import { RowFilters } from './RowFilters.tsx'
import { columnsFor } from './row-columns.tsx'
import { decideWords, importRowsWords, isUnderway, rowWords } from './words.ts'
import './imports.scss'

type ShownVerdict = ImportVerdict | 'all'

/** The rows that need a person: first those to decide, then those to correct. An import that is being undone has its own results. */
function firstVerdict({ status, warningRows, errorRows }: ImportJob): ShownVerdict {
  if (status === 'checking' || status === 'reverting' || status === 'reverted') return 'all'
  if (status === 'checked' && warningRows > 0) return 'warning'
  return errorRows > 0 ? 'error' : 'all'
}

/** The rows of the file with the result of the check, the problems and the decision or outcome. */
export function ImportRows({ job }: { job: ImportJob }) {
  const list = useListSearch(importRowList)
  const verdict = list.filters.verdict || firstVerdict(job)
  const { verdict: _verdict, ...filters } = list.query.filters ?? {}
  const query = { ...list.query, filters: { ...filters, ...(verdict !== 'all' && { verdict }) } }
  const found = useListPage({
    ...q(api.imports.rows, { params: { id: job.id }, query }),
    refetchInterval: isUnderway(job) ? 2_000 : false,
  })
  // Loaded again when the import ends, because the last answer is from before the end.
  const { refetch } = found
  useEffect(() => void refetch(), [job.status, refetch])
  const selection = useSelection(
    found.data?.docs.map(({ rowNumber }) => ({ id: String(rowNumber) })),
    JSON.stringify(query.filters),
  )
  // Just after changing the tab, the rows of the other tab are still shown.
  const areWarnings = verdict === 'warning' && (found.data?.docs.every(({ verdict }) => verdict === 'warning') ?? true)
  const canDecide = job.status === 'checked' && areWarnings && job.warningRows > 0
  return (
    <div>
      <VerdictTabs job={job} current={verdict} />
      <RowFilters job={job} filters={{ ...list.filters, verdict }} onFilters={list.setFilters} />
      {canDecide && (
        <DecideRows
          job={job}
          selected={selection.selected}
          onClear={selection.clear}
          onDecided={() => void refetch().then(selection.clear)}
        />
      )}
      <ListTable
        {...importRowsWords}
        list={list}
        found={found}
        columns={columnsFor(job)}
        rowId={({ rowNumber }) => String(rowNumber)}
        selection={
          canDecide
            ? { selected: selection.selected, onChange: selection.choose, nameOf: ({ rowNumber }) => rowWords.row(rowNumber) }
            : undefined
        }
        empty={{ ...importRowsWords.empty, icon: 'tick' }}
        skeletonRows={list.limit}
      />
    </div>
  )
}

function VerdictTabs({ job, current }: { job: ImportJob; current: ShownVerdict }) {
  const to = (verdict: ShownVerdict) => pathTo('requestImportDetails', { id: job.id }, { filters: { verdict } })
  return (
    <TabNav
      label={rowWords.check}
      current={current}
      tabs={[
        { id: 'all', label: rowWords.tabs.all, href: to('all'), count: job.totalRows },
        { id: 'new', label: rowWords.tabs.new, href: to('new'), count: job.newRows },
        { id: 'warning', label: rowWords.tabs.warnings, href: to('warning'), count: job.warningRows },
        { id: 'error', label: rowWords.tabs.errors, href: to('error'), count: job.errorRows },
      ]}
    />
  )
}

type DecideRowsProps = { job: ImportJob; selected: ReadonlySet<string>; onClear: () => void; onDecided: () => void }

/** The decision for the selected rows, which overrides the decision for the file. */
function DecideRows({ job, selected, onClear, onDecided }: DecideRowsProps) {
  const queryClient = useQueryClient()
  const decide = useMutation({
    mutationFn: api.imports.decideRows,
    onSuccess: (changed) => {
      queryClient.setQueryData(q(api.imports.get, { query: { id: job.id } }).queryKey, changed)
      onDecided()
    },
    onError: (error) => notify({ label: fieldErrorsOf(error)['choice'] ?? wordsOf(error), kind: 'danger' }),
  })
  const canBe = (choice: RowChoice) => warningKinds.some((kind) => job.warnings[kind] > 0 && choicesFor[kind].includes(choice))
  const press = (choice: RowChoice | null) => {
    if (selected.size === 0) return notify({ label: decideWords.noneSelected })
    if (selected.size > maxRows) return notify({ label: decideWords.tooMany(maxRows) })
    decide.mutate({ params: { id: job.id }, body: { rowNumbers: [...selected].map(Number), choice } })
  }
  return (
    <BulkBar count={selected.size} idle={decideWords.idle} onClear={onClear}>
      {rowChoices.filter(canBe).map((choice) => (
        <Button key={choice} size="sm" disabled={decide.isPending} onClick={() => press(choice)}>
          {choiceWords[choice]}
        </Button>
      ))}
      <Button size="sm" disabled={decide.isPending} onClick={() => press(null)}>
        {decideWords.sameAsFile}
      </Button>
    </BulkBar>
  )
}

const maxRows = 100
