import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { ImportJob } from '#contract/imports.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

import { revertWords as words } from './words.ts'

/** Undoes an import, except for form requests that patients have opened or colleagues work on. */
export function RevertImport({ job }: { job: ImportJob }) {
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
        {words.button}
      </Button>
      <ConfirmDialog
        title={words.question(job.importedRows)}
        isOpen={isAsking}
        confirmLabel={words.confirm}
        isPending={revert.isPending}
        error={revert.isError ? wordsOf(revert.error) : undefined}
        onConfirm={() => revert.mutate({ params: { id: job.id }, body: { reopenReplaced: reopens && job.replacedRequests > 0 } })}
        onClose={() => setAsking(false)}
      >
        <p>{words.requests}</p>
        {job.createdPatients > 0 && <p>{words.patients(job.createdPatients)}</p>}
        <p>{words.kept}</p>
        {job.replacedRequests > 0 && (
          <Checkbox
            label={words.reopen.label(job.replacedRequests)}
            hint={words.reopen.hint}
            checked={reopens}
            onChange={(event) => setReopens(event.target.checked)}
          />
        )}
      </ConfirmDialog>
    </>
  )
}
