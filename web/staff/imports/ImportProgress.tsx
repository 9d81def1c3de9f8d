import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'

import type { ImportJob } from '#contract/imports.ts'
import { reopenOutcomes, revertOutcomes } from '#domain/imports/outcomes.ts'
import { reopenWords } from '#domain/imports/words.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { DownloadButton } from '#web/staff/DownloadButton.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Progress } from '#web/ui/Progress.tsx'

import { RetryNow } from './RetryNow.tsx'
import { importProgressWords, revertedLooks, revertedWords, revertWords } from './words.ts'

/** The progress or the result of an import. */
export function ImportProgress({ job }: { job: ImportJob }) {
  const another = (
    <ButtonLink size="sm" href={pathTo('requestImport')}>
      {importProgressWords.another}
    </ButtonLink>
  )
  if (job.status === 'checking')
    return (
      <Panel>
        <Progress label={importProgressWords.checking} note={importProgressWords.checked(job.totalRows)} />
      </Panel>
    )
  if (job.status === 'importing') {
    const [done, total] = [job.importedRows + job.skippedRows, job.newRows + job.warningRows]
    return (
      <Panel>
        <Progress label={importProgressWords.creating} value={done} max={total} note={importProgressWords.created(done, total)} />
      </Panel>
    )
  }
  if (job.status === 'refused')
    return (
      <Alert kind="danger" title={importProgressWords.cannotImport} actions={another}>
        {job.refusal}
      </Alert>
    )
  if (job.status === 'failed')
    return (
      <Alert
        kind="warning"
        title={importProgressWords.stopped}
        actions={job.isChecked && !job.rowsRemovedAt ? <RetryNow job={job} /> : another}
      >
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
      {importProgressWords.open}
    </ButtonLink>
  )
  return (
    <Alert
      kind="success"
      title={importProgressWords.done(job.importedRows)}
      actions={
        <>
          {open}
          {!job.rowsRemovedAt && <RevertImport job={job} />}
        </>
      }
    >
      {[
        config.outbox ? importProgressWords.inOutbox : importProgressWords.sent,
        job.replacedRows > 0 && importProgressWords.replaced(job.replacedRows),
        job.skippedRows > 0 && importProgressWords.skipped(job.skippedRows),
        job.errorRows > 0 && importProgressWords.errors(job.errorRows),
      ]
        .filter(Boolean)
        .join(' ')}
    </Alert>
  )
}

/** Undoes an import, except for form requests that patients have opened or colleagues work on. */
function RevertImport({ job }: { job: ImportJob }) {
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [reopens, setReopens] = useState(true)
  const revert = useMutation({
    mutationFn: api.imports.revert,
    onSuccess: (changed) => queryClient.setQueryData(q(api.imports.get, { query: { id: job.id } }).queryKey, changed),
  })
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        {revertWords.button}
      </Button>
      <ConfirmDialog
        title={revertWords.question(job.importedRows)}
        isOpen={isAsking}
        confirmLabel={revertWords.confirm}
        isPending={revert.isPending}
        error={revert.isError ? wordsOf(revert.error) : undefined}
        onConfirm={() => revert.mutate({ params: { id: job.id }, body: { reopenReplaced: reopens && job.replacedRequests > 0 } })}
        onClose={() => {
          setAsking(false)
          revert.reset()
        }}
      >
        <p>{revertWords.requests}</p>
        {job.createdPatients > 0 && <p>{revertWords.patients(job.createdPatients)}</p>}
        <p>{revertWords.kept}</p>
        {job.replacedRequests > 0 && (
          <Checkbox
            label={revertWords.reopen.label(job.replacedRequests)}
            hint={revertWords.reopen.hint}
            checked={reopens}
            onChange={(event) => setReopens(event.target.checked)}
          />
        )}
      </ConfirmDialog>
    </>
  )
}

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
            label={isReopening ? revertedWords.reopening : revertedWords.undoing}
            value={isReopening ? reopened : done}
            max={isReopening ? job.replacedRequests : job.importedRows}
            note={
              isReopening
                ? revertedWords.progress(reopened, job.replacedRequests, job.refusal)
                : revertedWords.progress(done, job.importedRows, job.refusal)
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
      title={revertedWords.title(undone, job.importedRows)}
      actions={
        done > undone &&
        !job.rowsRemovedAt && (
          <DownloadButton size="sm" fetchFile={fetchFile}>
            {revertedWords.download}
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
                {revertedWords.outcome(revertedLooks[outcome].label, job.reverted[outcome])}
              </Link>
            </li>
          ))}
        {reopenOutcomes
          .filter((outcome) => job.reopened[outcome] > 0)
          .map((outcome) => (
            <li key={outcome}>
              <Link href={pathTo('requestImportDetails', { id: job.id }, { filters: { reopened: outcome } })}>
                {revertedWords.replaced(reopenWords[outcome], job.reopened[outcome])}
              </Link>
            </li>
          ))}
      </ul>
      {job.createdPatients > 0 && <p>{revertedWords.patients(job.archivedPatients, job.createdPatients)}</p>}
    </Alert>
  )
}
