import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { ImportJob } from '#contract/imports.ts'
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
import { importable, importProgressWords, completeWords as words } from './words.ts'
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
        <p aria-live="polite">{words.plan(job)}</p>
        {job.plan.replace > 0 && <p>{words.notReplaced}</p>}
        <Row>
          <Button kind="primary" disabled={total === 0} onClick={() => setAsking(true)}>
            {words.button(total)}
          </Button>
          <ButtonLink href={pathTo('requestImport')}>{words.otherFile}</ButtonLink>
        </Row>
      </Stack>
      <ConfirmDialog
        title={words.question(total)}
        isOpen={isAsking}
        kind="primary"
        confirmLabel={words.confirm(total)}
        isPending={complete.isPending}
        error={complete.isError ? wordsOf(complete.error) : undefined}
        onConfirm={() => complete.mutate({ params: { id: job.id } })}
        onClose={() => setAsking(false)}
      >
        <WhatIsSent job={job} />
        {job.plan.replace > 0 && <p>{`${words.replacing} ${words.notReplaced}`}</p>}
      </ConfirmDialog>
    </Panel>
  )
}

function NoRowsToImport({ job }: { job: ImportJob }) {
  const another = (
    <ButtonLink size="sm" href={pathTo('requestImport')}>
      {importProgressWords.another}
    </ButtonLink>
  )
  return (
    <Alert kind="warning" title={words.noRows.title} actions={another}>
      {job.totalRows === 0 ? words.noRows.empty : words.noRows.errors}
    </Alert>
  )
}
