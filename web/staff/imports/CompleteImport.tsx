import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { ImportJob } from '#contract/imports.ts'
import { formatCount } from '#domain/amounts.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { Panel } from '#web/ui/Panel.tsx'

import { DecideDuplicates } from './DecideDuplicates.tsx'
import { count, importable } from './import-words.ts'
import { WhatIsSent } from './WhatIsSent.tsx'

/** The step that creates form requests and sends messages, with the numbers to confirm. */
export function CompleteImport({ job }: { job: ImportJob }) {
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const complete = useMutation({
    mutationFn: api.imports.complete,
    onSuccess: (changed) => {
      setAsking(false)
      queryClient.setQueryData(q(api.imports.get, { query: { id: job.id } }).queryKey, changed)
    },
  })
  const total = importable(job)
  if (job.newRows + job.warningRows === 0) return <NoRowsToImport job={job} />
  return (
    <Panel>
      <Stack>
        <DecideDuplicates job={job} />
        <p aria-live="polite">{planInWords(job)}</p>
        {job.plan.replace > 0 && <p>{notReplaced}</p>}
        <Row>
          <Button kind="primary" disabled={total === 0} onClick={() => setAsking(true)}>
            Create {formatCount(total, 'form request')}
          </Button>
          <ButtonLink href={pathTo('requestImport')}>Upload a corrected file instead</ButtonLink>
        </Row>
      </Stack>
      <ConfirmDialog
        title={`Create ${formatCount(total, 'form request')}?`}
        isOpen={isAsking}
        kind="primary"
        confirmLabel={`Create ${formatCount(total, 'form request')} and send ${formatCount(total, 'message')}`}
        isPending={complete.isPending}
        error={complete.isError ? wordsOf(complete.error) : undefined}
        onConfirm={() => complete.mutate({ params: { id: job.id } })}
        onClose={() => setAsking(false)}
      >
        <WhatIsSent job={job} />
        {job.plan.replace > 0 && (
          <p>A replaced form request is closed. Its link stops working, and answers already started there are kept. {notReplaced}</p>
        )}
      </ConfirmDialog>
    </Panel>
  )
}

/** The plan cannot include this: the import checks each form request again when it reaches the row. */
const notReplaced = 'A form request is not replaced if it is assigned to a colleague or the patient has opened it. Its row is left out.'

/** The result of pressing the button with the current decisions. */
function planInWords({ plan, errorRows }: ImportJob) {
  const replaced = plan.replace > 0 ? `, ${count(plan.replace)} of them replacing an open form request` : ''
  const skipped = plan.skip > 0 ? ` ${formatCount(plan.skip, 'row')} will be left out.` : ''
  const wrong = errorRows > 0 ? ` ${formatCount(errorRows, 'row has', 'rows have')} errors and will be left out.` : ''
  return `${formatCount(plan.send + plan.replace, 'form request')} will be created${replaced}.${skipped}${wrong}`
}

function NoRowsToImport({ job }: { job: ImportJob }) {
  const another = (
    <ButtonLink size="sm" href={pathTo('requestImport')}>
      Upload another file
    </ButtonLink>
  )
  return (
    <Alert kind="warning" title="No rows to import" actions={another}>
      {job.totalRows === 0
        ? 'The file has no rows below the column headings.'
        : 'Every row has an error. Correct the rows and upload the file again.'}
    </Alert>
  )
}
