import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { fieldErrorsOf, wordsOf } from '#web/api/refusal.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { askAgainIn } from './ask-again.ts'
import { ExportFile } from './ExportFile.tsx'

/** For those who run the system: the form requests of every organisation, never with personal data or answers. */
export function ExportEverywhereDialog({ onClose }: { onClose: () => void }) {
  const [period, setPeriod] = useState({ createdFrom: '', createdTo: '' })
  const generate = useMutation({ mutationFn: api.exports.generateEverywhere })
  const id = generate.data?.id
  const job = useQuery({
    ...q(api.exports.getEverywhere, { query: { id: id ?? '' } }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => askAgainIn(state.data),
  })
  const errors = fieldErrorsOf(generate.error)
  const submit = () => {
    const filters = Object.fromEntries(Object.entries(period).filter(([, day]) => day !== ''))
    generate.mutate({ body: { filters } })
  }
  return (
    <Dialog title="Export form requests of all organisations" isOpen onClose={onClose}>
      {id !== undefined ? (
        <ExportFile job={job.data} error={job.data ? undefined : job.error} onRetry={generate.reset} onClose={onClose} />
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <Stack>
            <p>The file says nothing of any one patient: no names, numbers, contact details or answers.</p>
            <Row>
              <TextField
                type="date"
                label="Created from"
                isOptional
                width={10}
                error={errors['filters.createdFrom']}
                value={period.createdFrom}
                onChange={(event) => setPeriod({ ...period, createdFrom: event.target.value })}
              />
              <TextField
                type="date"
                label="Created to"
                isOptional
                width={10}
                error={errors['filters.createdTo']}
                value={period.createdTo}
                onChange={(event) => setPeriod({ ...period, createdTo: event.target.value })}
              />
            </Row>
            {generate.isError && <Alert kind="danger">{wordsOf(generate.error)}</Alert>}
            <DialogActions>
              <Button kind="primary" type="submit" isPending={generate.isPending}>
                Generate file
              </Button>
              <Button onClick={onClose}>Cancel</Button>
            </DialogActions>
          </Stack>
        </form>
      )}
    </Dialog>
  )
}
