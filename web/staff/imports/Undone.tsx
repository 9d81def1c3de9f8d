import type { ImportJob } from '#contract/imports.ts'
import { reopenOutcomes, revertOutcomes } from '#domain/imports/outcomes.ts'
import { reopenWords } from '#domain/imports/words.ts'
import { api } from '#web/api/client.ts'
import { DownloadButton } from '#web/staff/DownloadButton.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Progress } from '#web/ui/Progress.tsx'

import { RetryNow } from './RetryNow.tsx'
import { revertedLooks, revertedWords as words } from './words.ts'

/** The progress of undoing an import, or its result. */
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
            label={isReopening ? words.reopening : words.undoing}
            value={isReopening ? reopened : done}
            max={isReopening ? job.replacedRequests : job.importedRows}
            note={
              isReopening
                ? words.progress(reopened, job.replacedRequests, job.refusal)
                : words.progress(done, job.importedRows, job.refusal)
            }
          />
          {job.refusal && (
            <Row>
              <RetryNow job={job} />
            </Row>
          )}
        </Stack>
      </Panel>
    )
  const fetchFile = () => api.imports.correctedFile({ params: { id: job.id }, query: { rows: 'not_undone' } })
  return (
    <Alert
      kind={done > undone ? 'warning' : 'success'}
      title={words.title(undone, job.importedRows)}
      actions={
        done > undone &&
        !job.rowsRemovedAt && (
          <DownloadButton size="sm" fetchFile={fetchFile}>
            {words.download}
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
                {words.outcome(revertedLooks[outcome].label, job.reverted[outcome])}
              </Link>
            </li>
          ))}
        {reopenOutcomes
          .filter((outcome) => job.reopened[outcome] > 0)
          .map((outcome) => (
            <li key={outcome}>
              <Link href={pathTo('requestImportDetails', { id: job.id }, { filters: { reopened: outcome } })}>
                {words.replaced(reopenWords[outcome], job.reopened[outcome])}
              </Link>
            </li>
          ))}
      </ul>
      {job.createdPatients > 0 && <p>{words.patients(job.archivedPatients, job.createdPatients)}</p>}
    </Alert>
  )
}
