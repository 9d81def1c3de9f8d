import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { ImportJob } from '#contract/imports.ts'
import { counted } from '#domain/counted.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

/** Takes back an import that should not have been, as far as it can be taken back. */
export function RevertImport({ job }: { job: ImportJob }) {
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const revert = useMutation({
    mutationFn: api.imports.revert,
    onSuccess: (changed) => queryClient.setQueryData(q(api.imports.get, { query: { id: job.id } }).queryKey, changed),
  })
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        Undo this import
      </Button>
      <ConfirmDialog
        title={`Undo the import of ${counted(job.importedRows, 'form request')}?`}
        isOpen={isAsking}
        confirmLabel="Undo the import"
        isPending={revert.isPending}
        error={revert.isError ? wordsOf(revert.error) : undefined}
        onConfirm={() => revert.mutate({ params: { id: job.id } })}
        onClose={() => setAsking(false)}
      >
        <p>
          Form requests that no patient has opened are marked as sent in error, and messages that have not gone out are cancelled. A message
          that has gone out cannot be called back, but its link says that it was sent in error.
        </p>
        {job.createdPatients > 0 && (
          <p>
            Of the {counted(job.createdPatients, 'patient')} who came with it, those nobody has changed since are archived. They come back
            when a corrected file names them.
          </p>
        )}
        {job.replacedRows > 0 && <p>The {counted(job.replacedRows, 'request')} it replaced stay closed.</p>}
        <p>What has been opened, answered or taken on by a colleague stays, and is listed. This cannot be taken back as a whole.</p>
      </ConfirmDialog>
    </>
  )
}
