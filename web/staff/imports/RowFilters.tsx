import type { ImportJob } from '#contract/imports.ts'
import { problemKind, verdictOf } from '#domain/imports/decisions.ts'
import { importOutcomes, reopenOutcomes, revertOutcomes } from '#domain/imports/outcomes.ts'
import { reopenWords } from '#domain/imports/words.ts'
import { api } from '#web/api/client.ts'
import { DownloadButton } from '#web/staff/DownloadButton.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Select } from '#web/ui/Select.tsx'

import { outcomeLooks, revertedLooks, rowFilterWords as words } from './words.ts'

export type RowFilterValues = { verdict: string; problem: string; outcome: string; reverted: string; reopened: string; text: string }
type RowFiltersProps = {
  job: ImportJob
  filters: RowFilterValues
  onFilters: (changed: Partial<RowFilterValues>, options?: { replace: boolean }) => void
}

/** Finds rows by text, problem and outcome. */
export function RowFilters({ job, filters, onFilters }: RowFiltersProps) {
  const problems = job.problems
    .map(({ column, code, words: problem, rows }) => ({
      value: problemKind(column, code),
      label: words.option(problem, rows),
      verdict: verdictOf(code),
    }))
    .filter(({ value, verdict }) => value === filters.problem || filters.verdict === 'all' || filters.verdict === verdict)
  // Rows with errors were not imported, so none of them has an outcome.
  const withOutcomes = filters.verdict === 'error' ? { verdict: 'all' } : {}
  const sent = job.importedRows - job.replacedRows
  const outcomes = { sent, replaced: job.replacedRows, skipped: job.skippedRows }
  return (
    <FilterBar label={words.label}>
      <SearchField
        label={words.search.label}
        placeholder={words.search.placeholder}
        value={filters.text}
        onSearch={(text) => onFilters({ text }, { replace: true })}
      />
      {problems.length > 0 && (
        <Select
          label={words.problem}
          placeholder={words.all}
          options={problems}
          value={filters.problem}
          onChange={(event) => onFilters({ problem: event.target.value })}
        />
      )}
      {job.completedAt && (
        <Select
          label={words.outcome}
          placeholder={words.all}
          options={importOutcomes.map((value) => ({ value, label: words.option(outcomeLooks[value].label, outcomes[value]) }))}
          value={filters.outcome}
          onChange={(event) => onFilters({ outcome: event.target.value, ...withOutcomes })}
        />
      )}
      {(job.status === 'reverting' || job.status === 'reverted') && (
        <Select
          label={words.undone}
          placeholder={words.all}
          options={revertOutcomes.map((value) => ({ value, label: words.option(revertedLooks[value].label, job.reverted[value]) }))}
          value={filters.reverted}
          onChange={(event) => onFilters({ reverted: event.target.value })}
        />
      )}
      {job.reopensReplaced && (
        <Select
          label={words.replaced}
          placeholder={words.all}
          options={reopenOutcomes.map((value) => ({ value, label: words.option(reopenWords[value], job.reopened[value]) }))}
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
      {errorRows > 0 && <DownloadButton fetchFile={fetchRows('error')}>{words.rowsToCorrect}</DownloadButton>}
      <DownloadButton fetchFile={fetchRows('all')}>{words.allRows}</DownloadButton>
    </div>
  )
}
