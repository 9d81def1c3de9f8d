import { useMutation, useQuery } from '@tanstack/react-query'

import { type ExportFormat, exportFormats } from '#domain/exports.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { checkDays, paddedDays } from '#web/staff/days.ts'
import { pathTo } from '#web/staff/paths.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { DateField, RadioGroup } from '#web/staff/form-fields.tsx'
import { useFields } from '#web/staff/use-fields.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Row } from '#web/ui/Layout.tsx'

import { pollInterval } from './poll-export.ts'
import { ExportFile } from './ExportFile.tsx'
import { exportDialogWords as words } from './words.ts'

const initial: { from: string; to: string; format: ExportFormat } = { from: '', to: '', format: 'xlsx' }
const wireNames = { from: 'filters.createdFrom', to: 'filters.createdTo', format: 'format' }
const formats = exportFormats.map((value) => ({ value, ...words.everywhere[value] }))

/** For system administrators: the form requests of all organisations, always without personal data and answers. */
export function ExportEverywhereDialog({ onClose }: { onClose: () => void }) {
  const generate = useMutation({ mutationFn: api.exports.generateEverywhere })
  const id = generate.data?.id
  const job = useQuery({
    ...q(api.exports.getEverywhere, { query: { id: id ?? '' } }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => pollInterval(state.data),
  })
  const fields = useFields({
    id: 'export',
    initial,
    check: (typed) => checkDays(typed, words.everywhere.wrongOrder),
    saving: generate,
    wireName: (name) => wireNames[name],
  })
  return (
    <Dialog title={words.everywhere.title} isOpen onClose={onClose}>
      {id !== undefined ? (
        <ExportFile job={job.data} error={job.data ? undefined : job.error} onRetry={generate.reset} onClose={onClose} />
      ) : (
        <FieldsForm
          fields={fields}
          submitLabel={words.generate}
          onSave={(typed) => {
            const { from, to } = paddedDays(typed)
            generate.mutate({
              body: { format: typed.format, filters: { ...(from && { createdFrom: from }), ...(to && { createdTo: to }) } },
            })
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
          <p>{words.everywhere.description}</p>
          <Row gap="md">
            <DateField label={words.everywhere.from} isOptional {...fields.bind('from')} />
            <DateField label={words.everywhere.to} isOptional {...fields.bind('to')} />
          </Row>
          <RadioGroup label={words.format} options={formats} {...fields.bind('format')} />
        </FieldsForm>
      )}
    </Dialog>
  )
}
