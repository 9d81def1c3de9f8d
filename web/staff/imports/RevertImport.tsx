import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { ImportJob } from '#contract/imports.ts'
import { formatCount } from '#domain/amounts.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

/** Takes back an import that should not have been, as far as it can be taken back. */
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
        Undo this import
      </Button>
      <ConfirmDialog
        title={`Undo the import of ${formatCount(job.importedRows, 'form request')}?`}
        isOpen={isAsking}
        confirmLabel="Undo the import"
        isPending={revert.isPending}
        error={revert.isError ? wordsOf(revert.error) : undefined}
        onConfirm={() => revert.mutate({ params: { id: job.id }, body: { reopenReplaced: reopens && job.replacedRequests > 0 } })}
        onClose={() => setAsking(false)}
      >
        <p>
          Form requests that no patient has opened are marked as sent in error. Messages that are waiting are cancelled. A sent message
          cannot be recalled, but its link says that the form was sent in error.
        </p>
        {job.createdPatients > 0 && (
          <p>
            This import created {formatCount(job.createdPatients, 'patient')}. Patients who have not changed since are archived. Importing a
            corrected file restores the patients in it.
          </p>
        )}
        <p>
          Form requests that a patient has opened or answered, or that are assigned to a colleague, are kept and listed. You cannot reverse
          this.
        </p>
        {job.replacedRequests > 0 && (
          <Checkbox
            label={`Reopen the ${formatCount(job.replacedRequests, 'form request')} that this import replaced`}
            hint="No message is sent. Form requests whose message was not sent are listed as not reached."
            checked={reopens}
            onChange={(event) => setReopens(event.target.checked)}
          />
        )}
      </ConfirmDialog>
    </>
  )
}
