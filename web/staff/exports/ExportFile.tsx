import type { ExportJob } from '#contract/exports.ts'
import { formatDateTime } from '#domain/moments.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { DialogActions } from '#web/ui/Dialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Progress } from '#web/ui/Progress.tsx'

import { useStopExport } from './ExportActions.tsx'
import { exportFileWords as words } from './words.ts'

type ExportFileProps = { job: ExportJob | undefined; error: unknown; onRetry: () => void; onClose: () => void }

/** The progress of an export, and the file when it is ready. */
export function ExportFile({ job, error, onRetry, onClose }: ExportFileProps) {
  const stop = useStopExport()
  if (job?.stoppedAt)
    return (
      <Stack>
        <Alert kind="info" title={words.stopped.title}>
          {words.stopped.text}
        </Alert>
        <DialogActions>
          <Button onClick={onRetry}>{words.startAgain}</Button>
          <Button onClick={onClose}>{words.close}</Button>
        </DialogActions>
      </Stack>
    )
  if (error || job?.status === 'failed')
    return (
      <Stack>
        <Alert kind="danger" title={words.failed}>
          {job?.failure || wordsOf(error)}
        </Alert>
        <DialogActions>
          <Button onClick={onRetry}>{words.startAgain}</Button>
          <Button onClick={onClose}>{words.close}</Button>
        </DialogActions>
      </Stack>
    )
  if (job?.status === 'completed') return <Ready job={job} onClose={onClose} />
  return (
    <Stack>
      {job?.failure && (
        <Alert kind="warning" title={words.delayed}>
          {job.failure}
        </Alert>
      )}
      <ExportProgress job={job} />
      <p>
        {words.continues} <Link href={pathTo('exportsList')}>{words.yourExports}</Link>.
      </p>
      <DialogActions>
        <Button onClick={onClose}>{words.close}</Button>
        {job && (
          <Button isPending={stop.isPending} onClick={() => stop.mutate({ params: { id: job.id } })}>
            {words.stop}
          </Button>
        )}
      </DialogActions>
    </Stack>
  )
}

function ExportProgress({ job }: { job: ExportJob | undefined }) {
  const { doneRows = 0, totalRows = 0 } = job ?? {}
  if (totalRows === 0) return <Progress label={words.preparing} />
  return <Progress label={words.writing} value={doneRows} max={totalRows} note={words.progress(doneRows, totalRows)} />
}

function Ready({ job, onClose }: { job: ExportJob; onClose: () => void }) {
  return (
    <Stack>
      <Alert kind="success" title={words.ready.title}>
        {words.ready.text(job.fileName, job.totalRows, formatDateTime(job.expiresAt))}
      </Alert>
      {job.hasPersonalData && <Alert kind="warning">{words.ready.personalData}</Alert>}
      <DialogActions>
        {job.downloadUrl && (
          <ButtonLink kind="primary" href={job.downloadUrl}>
            {words.ready.download}
          </ButtonLink>
        )}
        <Button onClick={onClose}>{words.close}</Button>
      </DialogActions>
    </Stack>
  )
}
