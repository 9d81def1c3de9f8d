import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { ImportJob } from '#contract/imports.ts'
import { counted } from '#domain/counted.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { Panel } from '#web/ui/Panel.tsx'

import { importable } from './import-words.ts'

/** The step that creates and sends, with a last look at how much it is. */
export function CompleteImport({ job }: { job: ImportJob }) {
  const queryClient = useQueryClient()
  const [skipWarnings, setSkipWarnings] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const complete = useMutation({
    mutationFn: api.imports.complete,
    onSuccess: (changed) => {
      setAsking(false)
      queryClient.setQueryData(q(api.imports.get, { query: { id: job.id } }).queryKey, changed)
    },
  })
  const total = importable(job, skipWarnings)
  const leftOut = [
    ...(job.errorRows > 0 ? [`${counted(job.errorRows, 'row with errors is', 'rows with errors are')} left out.`] : []),
    ...(skipWarnings ? [`${counted(job.warningRows, 'row with a warning is', 'rows with a warning are')} left out.`] : []),
  ]
  if (job.newRows + job.warningRows === 0) return <NothingToImport job={job} />
  return (
    <Panel>
      <Stack>
        {job.warningRows > 0 && (
          <Checkbox
            label={`Leave out the ${counted(job.warningRows, 'row')} with a warning`}
            hint="They repeat another row, ask what is being asked already, or differ from the patient's record."
            checked={skipWarnings}
            onChange={(event) => setSkipWarnings(event.target.checked)}
          />
        )}
        <Row>
          <Button kind="primary" disabled={total === 0} onClick={() => setAsking(true)}>
            Create {counted(total, 'form request')}
          </Button>
          <ButtonLink href={pathTo('requestImport')}>Upload a corrected file instead</ButtonLink>
        </Row>
      </Stack>
      <ConfirmDialog
        title={`Create ${counted(total, 'form request')} and send ${counted(total, 'message')}?`}
        isOpen={isAsking}
        kind="primary"
        confirmLabel="Create and send"
        isPending={complete.isPending}
        error={complete.isError ? wordsOf(complete.error) : undefined}
        onConfirm={() => complete.mutate({ params: { id: job.id }, body: { skipWarnings } })}
        onClose={() => setAsking(false)}
      >
        <p>
          Patients who are new to you are created, and every patient is written to.
          {leftOut.map((words) => ` ${words}`)}
        </p>
      </ConfirmDialog>
    </Panel>
  )
}

function NothingToImport({ job }: { job: ImportJob }) {
  const another = (
    <ButtonLink size="sm" href={pathTo('requestImport')}>
      Upload another file
    </ButtonLink>
  )
  return (
    <Alert kind="warning" title="There is nothing to import" actions={another}>
      {job.totalRows === 0
        ? 'The file has no rows under the names of its columns.'
        : 'Every row has an error. Correct them in the file and upload it again.'}
    </Alert>
  )
}
