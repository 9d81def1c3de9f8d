import type { ExportJob } from '#contract/exports.ts'
import { formatCount } from '#domain/amounts.ts'
import { formatDateTime } from '#domain/dates.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { DialogActions } from '#web/ui/Dialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Progress } from '#web/ui/Progress.tsx'

import { useStopExport } from './ExportActions.tsx'

type ExportFileProps = { job: ExportJob | undefined; error: unknown; onRetry: () => void; onClose: () => void }

/** The progress of an export, and the file when it is ready. */
export function ExportFile({ job, error, onRetry, onClose }: ExportFileProps) {
  const stop = useStopExport()
  if (job?.stoppedAt)
    return (
      <Stack>
        <Alert kind="info" title="The export was stopped">
          No file was kept.
        </Alert>
        <DialogActions>
          <Button onClick={onRetry}>Start again</Button>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </Stack>
    )
  if (error || job?.status === 'failed')
    return (
      <Stack>
        <Alert kind="danger" title="The file could not be created">
          {job?.failure || wordsOf(error)}
        </Alert>
        <DialogActions>
          <Button onClick={onRetry}>Start again</Button>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </Stack>
    )
  if (job?.status === 'completed') return <Ready job={job} onClose={onClose} />
  return (
    <Stack>
      {job?.failure && (
        <Alert kind="warning" title="The export is delayed">
          {job.failure}
        </Alert>
      )}
      <ExportProgress job={job} />
      <p>
        You can close this window. The export continues, and the file appears under <Link href={pathTo('exportsList')}>your exports</Link>.
      </p>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        {job && (
          <Button isPending={stop.isPending} onClick={() => stop.mutate({ params: { id: job.id } })}>
            Stop the export
          </Button>
        )}
      </DialogActions>
    </Stack>
  )
}

function ExportProgress({ job }: { job: ExportJob | undefined }) {
  const { doneRows = 0, totalRows = 0 } = job ?? {}
  if (totalRows === 0) return <Progress label="Preparing the file" />
  const words = (count: number) => count.toLocaleString('en-GB')
  return <Progress label="Writing form requests" value={doneRows} max={totalRows} note={`${words(doneRows)} of ${words(totalRows)}`} />
}

function Ready({ job, onClose }: { job: ExportJob; onClose: () => void }) {
  return (
    <Stack>
      <Alert kind="success" title="The file is ready">
        {job.fileName} with {formatCount(job.totalRows, 'form request')}. The file is kept until {formatDateTime(job.expiresAt)}.
      </Alert>
      {job.hasPersonalData && (
        <Alert kind="warning">This file contains personal data. Keep the file safe, and delete the file when you no longer need it.</Alert>
      )}
      <DialogActions>
        {job.downloadUrl && (
          <ButtonLink kind="primary" href={job.downloadUrl}>
            Download
          </ButtonLink>
        )}
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Stack>
  )
}
