import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { exports } from '#contract/exports.ts'
import type { Request } from '#contract/route.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { fieldErrorsOf, wordsOf } from '#web/api/refusal.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

import { askAgainIn } from './ask-again.ts'
import { ExportFile } from './ExportFile.tsx'

type Filters = NonNullable<NonNullable<Request<typeof exports.generate>['body']>['filters']>
type ExportDialogProps = { filters: Filters; /** how many form requests the filters match */ total: number; onClose: () => void }

/** A spreadsheet of the form requests that the filter in force matches: what goes into it, then how far it is, then the file. */
export function ExportDialog({ filters, total, onClose }: ExportDialogProps) {
  const generate = useMutation({ mutationFn: api.exports.generate })
  const id = generate.data?.id
  const job = useQuery({
    ...q(api.exports.get, { query: { id: id ?? '' } }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => askAgainIn(state.data),
  })
  return (
    <Dialog title={`Export ${total.toLocaleString('en-GB')} form ${total === 1 ? 'request' : 'requests'}`} isOpen onClose={onClose}>
      {id === undefined ? (
        <ExportChoice generate={generate} filters={filters} onClose={onClose} />
      ) : (
        <ExportFile job={job.data} error={job.data ? undefined : job.error} onRetry={generate.reset} onClose={onClose} />
      )}
    </Dialog>
  )
}

type Generating = Pick<
  ReturnType<typeof useMutation<{ id: string }, Error, Request<typeof exports.generate>>>,
  'mutate' | 'isPending' | 'isError' | 'error'
>

const choices = [
  {
    value: 'without',
    label: 'Without personal data',
    hint: 'No names, NHS numbers, dates of birth, contact details, pathway IDs or free text answers. For statistics and sharing.',
  },
  { value: 'with', label: 'With personal data', hint: 'Everything on the request and the patient. Your reason is kept in the audit log.' },
]

function ExportChoice({ generate, filters, onClose }: { generate: Generating; filters: Filters; onClose: () => void }) {
  const [choice, setChoice] = useState('without')
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const hasPersonalData = choice === 'with'
  const isReasonMissing = hasPersonalData && reason.trim() === ''
  const error = isTried && isReasonMissing ? 'Reason is required.' : fieldErrorsOf(generate.error)['reason']
  const submit = () => {
    setTried(true)
    if (!isReasonMissing) generate.mutate({ body: { filters, hasPersonalData, reason: hasPersonalData ? reason : '' } })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack>
        <RadioGroup label="What goes into the file" options={choices} value={choice} onChange={setChoice} />
        {hasPersonalData && (
          <TextArea
            label="Reason"
            hint="Why the data leaves Formward, and who it is for"
            rows={2}
            maxLength={500}
            value={reason}
            error={error}
            onChange={(event) => setReason(event.target.value)}
            onBlur={() => setTried(reason !== '' || isTried)}
          />
        )}
        {generate.isError && !error && <Alert kind="danger">{wordsOf(generate.error)}</Alert>}
        <DialogActions>
          <Button kind="primary" type="submit" isPending={generate.isPending}>
            Generate file
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </DialogActions>
      </Stack>
    </form>
  )
}
