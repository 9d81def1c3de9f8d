import { useQuery } from '@tanstack/react-query'

import type { ImportJob } from '#contract/imports.ts'
import { formatDateTime } from '#domain/moments.ts'
import type { ImportVerdict } from '#domain/imports/outcomes.ts'
import { importColumns } from '#domain/imports/template.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { pollWhile } from '#web/staff/polling.ts'
import { pathTo } from '#web/staff/paths.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Grid, Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatTile } from '#web/ui/StatTile.tsx'

import { CompleteImport } from './CompleteImport.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { ImportRows } from './ImportRows.tsx'
import { formatNumber, importJobWords, isUnderway, lookOf, mappedColumnsWords, nameOf, tileWords } from './words.ts'

/** One import: its progress, the result of every row, and the button that completes it. */
export function ImportJobPage({ id }: { id: string }) {
  const found = useQuery({
    ...q(api.imports.get, { query: { id } }),
    refetchInterval: pollWhile(isUnderway, 1_000),
  })
  // When one poll fails, the next one follows and the last answer stays on screen.
  if (!found.data)
    return (
      <>
        <PageHeader title={importJobWords.title} />
        {found.isError ? <LoadError of={found} /> : <Skeleton lines={8} />}
      </>
    )

  const job = found.data
  const { label, badge } = lookOf(job)
  return (
    <>
      <PageHeader
        title={nameOf(job)}
        badges={<Badge kind={badge}>{label}</Badge>}
        description={importJobWords.uploaded(job.createdBy?.name, formatDateTime(job.createdAt))}
      />
      <Stack gap="lg">
        <ImportProgress job={job} />
        {job.status !== 'refused' && <ImportTiles job={job} />}
        {job.status === 'checked' && job.mapping && <MappedColumns mapping={job.mapping} />}
        {job.status === 'checked' && <CompleteImport job={job} />}
        {job.rowsRemovedAt && job.status !== 'refused' && (
          <Alert title={importJobWords.rowsRemoved.title(formatDateTime(job.rowsRemovedAt))}>{importJobWords.rowsRemoved.text}</Alert>
        )}
        {job.status !== 'refused' && !job.rowsRemovedAt && job.totalRows > 0 && <ImportRows job={job} />}
      </Stack>
    </>
  )
}

/** The number of rows by result of the check. Each figure links to its rows. */
function ImportTiles({ job }: { job: ImportJob }) {
  const to = (verdict: ImportVerdict) => pathTo('requestImportDetails', { id: job.id }, { filters: { verdict } })
  const isDone = job.completedAt !== null
  const created = isDone ? tileWords.created : tileWords.willBeCreated
  const leftOut = isDone ? tileWords.leftOut : tileWords.willBeLeftOut
  return (
    <Grid>
      <StatTile label={tileWords.new} figure={formatNumber(job.newRows)} href={to('new')} note={created} />
      <StatTile
        label={tileWords.warnings}
        figure={formatNumber(job.warningRows)}
        href={to('warning')}
        note={isDone ? tileWords.warningsLeftOut(job.skippedRows) : tileWords.undecided}
      />
      <StatTile
        label={tileWords.errors}
        figure={formatNumber(job.errorRows)}
        href={to('error')}
        note={leftOut}
        kind={job.errorRows > 0 ? 'urgent' : 'plain'}
      />
    </Grid>
  )
}

/** How the columns were matched, for a file that was not made from the template. */
function MappedColumns({ mapping }: { mapping: NonNullable<ImportJob['mapping']> }) {
  const left = mapping.filter(({ column }) => column === null).map(({ heading }) => heading)
  const mapped = mapping.flatMap(({ heading, column }) => (column ? mappedColumnsWords.mapped(heading, importColumns[column].header) : []))
  return (
    <Alert title={mappedColumnsWords.title}>
      <p>{mappedColumnsWords.list(mapped)}</p>
      {left.length > 0 && <p>{mappedColumnsWords.leftOut(left)}</p>}
      <p>{mappedColumnsWords.change}</p>
    </Alert>
  )
}
