import type { ImportJob } from '#contract/imports.ts'
import { formatCount } from '#domain/amounts.ts'
import { reopenOutcomes, revertOutcomes } from '#domain/imports/decisions.ts'
import { reopenWords } from '#domain/imports/words.ts'
import { api } from '#web/api/client.ts'
import { DownloadButton } from '#web/staff/DownloadButton.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Progress } from '#web/ui/Progress.tsx'

import { GoOnNow } from './GoOnNow.tsx'
import { count, revertedLooks } from './import-words.ts'

/** How far undoing an import is, or what it did and had to leave. */
export function Undone({ job }: { job: ImportJob }) {
  const done = revertOutcomes.reduce((sum, outcome) => sum + job.reverted[outcome], 0)
  const reopened = job.reopened.reopened + job.reopened.not_reopened
  const isReopening = job.reopensReplaced && done === job.importedRows
  const undone = job.reverted.undone + job.reverted.undone_message_out
  if (job.status === 'reverting')
    return (
      <Panel>
        <Stack>
          <Progress
            label={isReopening ? 'Reopening the form requests that were replaced' : 'Undoing the import'}
            value={isReopening ? reopened : done}
            max={isReopening ? job.replacedRequests : job.importedRows}
            note={`${isReopening ? ofAll(reopened, job.replacedRequests) : ofAll(done, job.importedRows)}. ${job.refusal || 'You can leave this page. The work continues.'}`}
          />
          {job.refusal && (
            <Row>
              <GoOnNow job={job} />
            </Row>
          )}
        </Stack>
      </Panel>
    )
  const fetchFile = () => api.imports.correctedFile({ params: { id: job.id }, query: { rows: 'not_undone' } })
  return (
    <Alert
      kind={done > undone ? 'warning' : 'success'}
      title={`${count(undone)} of ${formatCount(job.importedRows, 'form request')} undone`}
      actions={
        done > undone &&
        !job.rowsRemovedAt && (
          <DownloadButton size="sm" fetchFile={fetchFile}>
            Download what was not undone
          </DownloadButton>
        )
      }
    >
      <ul>
        {revertOutcomes
          .filter((outcome) => job.reverted[outcome] > 0)
          .map((outcome) => (
            <li key={outcome}>
              <Link href={pathTo('requestImportDetails', { id: job.id }, { filters: { reverted: outcome } })}>
                {revertedLooks[outcome].label}: {count(job.reverted[outcome])}
              </Link>
            </li>
          ))}
        {reopenOutcomes
          .filter((outcome) => job.reopened[outcome] > 0)
          .map((outcome) => (
            <li key={outcome}>
              <Link href={pathTo('requestImportDetails', { id: job.id }, { filters: { reopened: outcome } })}>
                Replaced form requests {reopenWords[outcome].toLowerCase()}: {count(job.reopened[outcome])}
              </Link>
            </li>
          ))}
      </ul>
      {job.createdPatients > 0 && (
        <p>
          {count(job.archivedPatients)} of {formatCount(job.createdPatients, 'patient')} created by this import{' '}
          {job.archivedPatients === 1 ? 'is' : 'are'} archived
          {job.archivedPatients < job.createdPatients
            ? '. The others still have a form request, or were changed or sent a message since'
            : ''}
          .
        </p>
      )}
    </Alert>
  )
}

const ofAll = (done: number, all: number) => `${count(done)} of ${count(all)}`
