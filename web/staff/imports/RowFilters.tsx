import type { ImportJob } from '#contract/imports.ts'
import { importOutcomes, problemKind, reopenOutcomes, revertOutcomes, verdictOf } from '#domain/imports/decisions.ts'
import { reopenWords } from '#domain/imports/words.ts'
import { api } from '#web/api/client.ts'
import { DownloadButton } from '#web/staff/DownloadButton.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Select } from '#web/ui/Select.tsx'

import { count, outcomeLooks, revertedLooks } from './import-words.ts'

export type RowFilterValues = { verdict: string; problem: string; outcome: string; reverted: string; reopened: string; text: string }
type RowFiltersProps = {
  job: ImportJob
  filters: RowFilterValues
  onFilters: (changed: Partial<RowFilterValues>, options?: { replace: boolean }) => void
}

/** Finds rows by text, problem and outcome. */
export function RowFilters({ job, filters, onFilters }: RowFiltersProps) {
  const problems = job.problems
    .map(({ column, code, words, rows }) => ({
      value: problemKind(column, code),
      label: `${words} (${count(rows)})`,
      verdict: verdictOf(code),
    }))
    .filter(({ value, verdict }) => value === filters.problem || filters.verdict === '' || filters.verdict === verdict)
  const sent = job.importedRows - job.replacedRows
  const outcomes = { sent, replaced: job.replacedRows, skipped: job.skippedRows }
  return (
    <FilterBar label="Find rows">
      <SearchField
        label="Search the rows"
        placeholder="Name, number or word"
        value={filters.text}
        onSearch={(text) => onFilters({ text }, { replace: true })}
      />
      {problems.length > 0 && (
        <Select
          label="Problem"
          placeholder="All"
          options={problems}
          value={filters.problem}
          onChange={(event) => onFilters({ problem: event.target.value })}
        />
      )}
      {job.completedAt && (
        <Select
          label="Outcome"
          placeholder="All"
          options={importOutcomes.map((value) => ({ value, label: `${outcomeLooks[value].label} (${count(outcomes[value])})` }))}
          value={filters.outcome}
          onChange={(event) => onFilters({ outcome: event.target.value })}
        />
      )}
      {(job.status === 'reverting' || job.status === 'reverted') && (
        <Select
          label="Result of undoing"
          placeholder="All"
          options={revertOutcomes.map((value) => ({ value, label: `${revertedLooks[value].label} (${count(job.reverted[value])})` }))}
          value={filters.reverted}
          onChange={(event) => onFilters({ reverted: event.target.value })}
        />
      )}
      {job.reopensReplaced && (
        <Select
          label="Replaced form requests"
          placeholder="All"
          options={reopenOutcomes.map((value) => ({ value, label: `${reopenWords[value]} (${count(job.reopened[value])})` }))}
          value={filters.reopened}
          onChange={(event) => onFilters({ reopened: event.target.value })}
        />
      )}
      {job.status !== 'checking' && <Downloads job={job} />}
    </FilterBar>
  )
}

/** The rows in the columns of the template with their problems, to correct and upload again. */
function Downloads({ job: { id, errorRows } }: { job: ImportJob }) {
  const fetchRows = (rows: 'all' | 'error') => () => api.imports.correctedFile({ params: { id }, query: { rows } })
  return (
    <div className="import-downloads">
      {errorRows > 0 && <DownloadButton fetchFile={fetchRows('error')}>Rows to correct</DownloadButton>}
      <DownloadButton fetchFile={fetchRows('all')}>All rows</DownloadButton>
    </div>
  )
}
