import { useMutation, useQuery } from '@tanstack/react-query'

import type { exports } from '#contract/exports.ts'
import type { RouteRequest } from '#contract/route.ts'
import { type ExportFormat, exportFormats } from '#domain/exports.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { pathTo } from '#web/staff/paths.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { RadioGroup, TextArea } from '#web/staff/form-fields.tsx'
import { useFields, useFieldValue } from '#web/staff/use-fields.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

import { pollInterval } from './poll-export.ts'
import { ExportFile } from './ExportFile.tsx'
import { exportDialogWords as words } from './words.ts'

type Filters = NonNullable<NonNullable<RouteRequest<typeof exports.generate>['body']>['filters']>
type ExportDialogProps = {
  filters: Filters
  /** how many form requests the filters match; undefined where the count stopped at its limit */ total: number | undefined
  onClose: () => void
}

/** Exports the form requests that match the filters: the choice of contents, the progress, then the file. */
export function ExportDialog({ filters, total, onClose }: ExportDialogProps) {
  const generate = useMutation({ mutationFn: api.exports.generate })
  const id = generate.data?.id
  const job = useQuery({
    ...q(api.exports.get, { query: { id: id ?? '' } }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => pollInterval(state.data),
  })
  return (
    <Dialog title={words.title(total)} isOpen onClose={onClose}>
      {id === undefined ? (
        <ExportChoice generate={generate} filters={filters} onClose={onClose} />
      ) : (
        <ExportFile job={job.data} error={job.data ? undefined : job.error} onRetry={generate.reset} onClose={onClose} />
      )}
    </Dialog>
  )
}

type Generation = ReturnType<typeof useMutation<{ id: string }, Error, RouteRequest<typeof exports.generate>>>

const choices = [
  {
    value: 'without',
    ...words.withoutPersonalData,
  },
  { value: 'with', ...words.withPersonalData },
]

const formats = exportFormats.map((value) => ({ value, ...words[value] }))

const initialChoice: { choice: string; format: ExportFormat; reason: string } = { choice: 'without', format: 'xlsx', reason: '' }
const isReasonMissing = ({ choice, reason }: typeof initialChoice) => choice === 'with' && reason.trim() === ''

function ExportChoice({ generate, filters, onClose }: { generate: Generation; filters: Filters; onClose: () => void }) {
  const fields = useFields({
    id: 'export',
    initial: initialChoice,
    check: (values) => ({ reason: isReasonMissing(values) ? words.reason.required : undefined }),
    saving: generate,
  })
  const choice = useFieldValue(fields, 'choice')
  return (
    <FieldsForm
      fields={fields}
      submitLabel={words.generate}
      onSave={({ choice, format, reason }) => {
        const hasPersonalData = choice === 'with'
        generate.mutate({ body: { filters, format, hasPersonalData, reason: hasPersonalData ? reason : '' } })
      }}
      isInDialog
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <ButtonLink kind="link" href={pathTo('exportsList')}>
            {words.yourExports}
          </ButtonLink>
        </>
      }
    >
      <RadioGroup label={words.contents} options={choices} {...fields.bind('choice')} />
      <RadioGroup label={words.format} options={formats} {...fields.bind('format')} />
      {choice === 'with' && (
        <TextArea label={words.reason.label} hint={words.reason.hint} rows={2} maxLength={500} {...fields.bind('reason')} />
      )}
    </FieldsForm>
  )
}
