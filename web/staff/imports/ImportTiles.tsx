import type { ImportJob } from '#contract/imports.ts'
import type { ImportVerdict } from '#domain/imports/outcomes.ts'
import { pathTo } from '#web/staff/paths.ts'
import { Grid } from '#web/ui/Layout.tsx'
import { StatTile } from '#web/ui/StatTile.tsx'

import { formatNumber, tileWords as words } from './words.ts'

/** The number of rows by result of the check. Each figure links to its rows. */
export function ImportTiles({ job }: { job: ImportJob }) {
  const to = (verdict: ImportVerdict) => pathTo('requestImportDetails', { id: job.id }, { filters: { verdict } })
  const isDone = job.completedAt !== null
  const created = isDone ? words.created : words.willBeCreated
  const leftOut = isDone ? words.leftOut : words.willBeLeftOut
  return (
    <Grid>
      <StatTile label={words.new} figure={formatNumber(job.newRows)} href={to('new')} note={created} />
      <StatTile
        label={words.warnings}
        figure={formatNumber(job.warningRows)}
        href={to('warning')}
        note={isDone ? words.warningsLeftOut(job.skippedRows) : words.undecided}
      />
      <StatTile
        label={words.errors}
        figure={formatNumber(job.errorRows)}
        href={to('error')}
        note={leftOut}
        kind={job.errorRows > 0 ? 'urgent' : 'plain'}
      />
    </Grid>
  )
}
