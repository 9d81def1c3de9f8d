import type { ImportJob } from '#contract/imports.ts'
import type { ImportVerdict } from '#domain/imports/decisions.ts'
import { pathTo } from '#web/staff/paths.ts'
import { Grid } from '#web/ui/Layout.tsx'
import { StatTile } from '#web/ui/StatTile.tsx'

import { count } from './import-words.ts'

/** How many rows there are of each verdict; each figure opens the rows that it counts. */
export function ImportTiles({ job }: { job: ImportJob }) {
  const to = (verdict: ImportVerdict) => pathTo('requestImportDetails', { id: job.id }, { filters: { verdict } })
  const isDone = job.completedAt !== null
  const created = isDone ? 'Created' : 'Will be created'
  const leftOut = isDone ? 'Left out' : 'Will be left out'
  return (
    <Grid>
      <StatTile label="New" figure={count(job.newRows)} href={to('new')} note={created} />
      <StatTile
        label="Warnings"
        figure={count(job.warningRows)}
        href={to('warning')}
        note={isDone ? `${count(job.skippedRows)} left out` : 'Need a decision'}
      />
      <StatTile
        label="Errors"
        figure={count(job.errorRows)}
        href={to('error')}
        note={leftOut}
        kind={job.errorRows > 0 ? 'urgent' : 'plain'}
      />
    </Grid>
  )
}
