import { useRouteContext } from '@tanstack/react-router'

import type { ImportJob } from '#contract/imports.ts'
import { formatCount } from '#domain/amounts.ts'
import { pathTo } from '#web/staff/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Progress } from '#web/ui/Progress.tsx'

import { count } from './import-words.ts'
import { GoOnNow } from './GoOnNow.tsx'
import { RevertImport } from './RevertImport.tsx'
import { Undone } from './Undone.tsx'

/** The progress or the result of an import. */
export function ImportProgress({ job }: { job: ImportJob }) {
  const another = (
    <ButtonLink size="sm" href={pathTo('requestImport')}>
      Upload another file
    </ButtonLink>
  )
  if (job.status === 'checking')
    return (
      <Panel>
        <Progress
          label="Checking every row"
          note={job.totalRows > 0 ? `${formatCount(job.totalRows, 'row')} checked so far` : 'Reading the file'}
        />
      </Panel>
    )
  if (job.status === 'importing') {
    const [done, total] = [job.importedRows + job.skippedRows, job.newRows + job.warningRows]
    return (
      <Panel>
        <Progress
          label="Creating form requests"
          value={done}
          max={total}
          note={`${count(done)} of ${formatCount(total, 'row')}. You can leave this page. The import continues.`}
        />
      </Panel>
    )
  }
  if (job.status === 'refused')
    return (
      <Alert kind="danger" title="This file cannot be imported" actions={another}>
        {job.refusal}
      </Alert>
    )
  if (job.status === 'failed')
    return (
      <Alert kind="warning" title="Something went wrong" actions={job.isChecked ? <GoOnNow job={job} /> : another}>
        {job.refusal}
      </Alert>
    )
  if (job.status === 'completed') return <Done job={job} />
  if (job.status === 'reverting' || job.status === 'reverted') return <Undone job={job} />
  return null
}

function Done({ job }: { job: ImportJob }) {
  const { config } = useRouteContext({ from: '/inside' })
  const skipped = job.skippedRows > 0 ? ` ${formatCount(job.skippedRows, 'row was', 'rows were')} left out.` : ''
  const wrong = job.errorRows > 0 ? ` ${formatCount(job.errorRows, 'row was', 'rows were')} left out because of errors.` : ''
  const open = (
    <ButtonLink size="sm" kind="primary" href={pathTo('requestsList', {}, { filters: { importJobId: job.id } })}>
      Open these form requests
    </ButtonLink>
  )
  const replaced =
    job.replacedRows > 0 ? ` ${formatCount(job.replacedRows, 'open form request was', 'open form requests were')} replaced.` : ''
  return (
    <Alert
      kind="success"
      title={`${formatCount(job.importedRows, 'form request')} created`}
      actions={
        <>
          {open}
          {!job.rowsRemovedAt && <RevertImport job={job} />}
        </>
      }
    >
      {config.outbox ? 'The messages are kept in the outbox of this system. They do not reach patients.' : 'Each patient gets a message.'}
      {replaced}
      {skipped}
      {wrong}
    </Alert>
  )
}
