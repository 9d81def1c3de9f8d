import { useRouteContext } from '@tanstack/react-router'

import type { ImportJob } from '#contract/imports.ts'
import { pathTo } from '#web/staff/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Progress } from '#web/ui/Progress.tsx'

import { importProgressWords as words } from './words.ts'
import { RetryNow } from './RetryNow.tsx'
import { RevertImport } from './RevertImport.tsx'
import { Undone } from './Undone.tsx'

/** The progress or the result of an import. */
export function ImportProgress({ job }: { job: ImportJob }) {
  const another = (
    <ButtonLink size="sm" href={pathTo('requestImport')}>
      {words.another}
    </ButtonLink>
  )
  if (job.status === 'checking')
    return (
      <Panel>
        <Progress label={words.checking} note={words.checked(job.totalRows)} />
      </Panel>
    )
  if (job.status === 'importing') {
    const [done, total] = [job.importedRows + job.skippedRows, job.newRows + job.warningRows]
    return (
      <Panel>
        <Progress label={words.creating} value={done} max={total} note={words.created(done, total)} />
      </Panel>
    )
  }
  if (job.status === 'refused')
    return (
      <Alert kind="danger" title={words.cannotImport} actions={another}>
        {job.refusal}
      </Alert>
    )
  if (job.status === 'failed')
    return (
      <Alert kind="warning" title={words.stopped} actions={job.isChecked ? <RetryNow job={job} /> : another}>
        {job.refusal}
      </Alert>
    )
  if (job.status === 'completed') return <Done job={job} />
  if (job.status === 'reverting' || job.status === 'reverted') return <Undone job={job} />
  return null
}

function Done({ job }: { job: ImportJob }) {
  const { config } = useRouteContext({ from: '/inside' })
  const open = (
    <ButtonLink size="sm" kind="primary" href={pathTo('requestsList', {}, { filters: { importJobId: job.id } })}>
      {words.open}
    </ButtonLink>
  )
  return (
    <Alert
      kind="success"
      title={words.done(job.importedRows)}
      actions={
        <>
          {open}
          {!job.rowsRemovedAt && <RevertImport job={job} />}
        </>
      }
    >
      {[
        config.outbox ? words.inOutbox : words.sent,
        job.replacedRows > 0 && words.replaced(job.replacedRows),
        job.skippedRows > 0 && words.skipped(job.skippedRows),
        job.errorRows > 0 && words.errors(job.errorRows),
      ]
        .filter(Boolean)
        .join(' ')}
    </Alert>
  )
}
