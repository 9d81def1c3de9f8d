import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'

import type { FormDetails } from '#contract/forms.ts'
import { formatDateTime } from '#domain/dates.ts'
import type { Source } from '#domain/form/definition.ts'
import { formatSentCount, formTypeLabel } from '#domain/form/form.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { TextField } from '#web/staff/form-fields.tsx'
import { useSession } from '#web/staff/session.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { notify } from '#web/ui/notify.ts'

import { informationWords, pepWords } from './words.ts'

export function FormInformation({ form }: { form: FormDetails }) {
  const { config } = useRouteContext({ from: '/inside' })
  const live = form.version === null ? informationWords.notPublished : informationWords.version(form.version)
  return (
    <SummaryList
      rows={[
        { label: informationWords.title, value: form.title },
        { label: informationWords.description, value: form.description },
        { label: informationWords.type, value: formTypeLabel(form.type) },
        ...(config.flags.pepLinks ? [{ label: informationWords.labels.pep, value: form.pepCode, action: <PepCode form={form} /> }] : []),
        {
          label: informationWords.labels.liveVersion,
          value: form.publishedAt ? informationWords.since(live, formatDateTime(form.publishedAt)) : live,
        },
        {
          label: informationWords.draft,
          value: form.isChanged || form.version === null ? informationWords.changed : informationWords.unchanged,
        },
        { label: informationWords.questions, value: form.questionCount },
        { label: informationWords.labels.sent, value: formatSentCount(form.requestCount) },
        ...sourceRows(form.draft.source),
        {
          label: informationWords.labels.lastEdited,
          value: form.editedBy
            ? informationWords.editedBy(formatDateTime(form.editedAt), form.editedBy.name)
            : formatDateTime(form.editedAt),
        },
        { label: informationWords.created, value: formatDateTime(form.createdAt) },
        { label: informationWords.labels.id, value: form.id },
      ]}
    />
  )
}

/** The source and the licence of the questions of a form. */
export const sourceRows = (source: Source | undefined) =>
  source
    ? [
        { label: informationWords.source, value: source.url ? <SourceLink url={source.url} name={source.name} /> : source.name },
        { label: informationWords.licence, value: source.licence },
      ]
    : []

const SourceLink = ({ url, name }: { url: string; name: string }) => (
  <>
    {name}{' '}
    <a href={url} target="_blank" rel="noreferrer">
      {informationWords.newTab(url)}
    </a>
  </>
)

/** Links a form to a department or clinic (appointment type) of the patient engagement portal (FORM-4). */
function PepCode({ form }: { form: FormDetails }) {
  const { can } = useSession()
  const [isOpen, setOpen] = useState(false)
  if (!can('form:update') || form.isArchived) return null
  return (
    <>
      <Button kind="link" onClick={() => setOpen(true)}>
        {pepWords.change}
        <VisuallyHidden>{pepWords.changeSuffix}</VisuallyHidden>
      </Button>
      <Dialog title={pepWords.title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <PepCodeForm form={form} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function PepCodeForm({ form: { id, pepCode }, onDone }: { form: FormDetails; onDone: () => void }) {
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: ({ code }: { code: string }) => api.forms.update({ params: { id }, body: { pepCode: code.trim() || null } }),
    onSuccess: (form) => {
      queryClient.setQueryData(q(api.forms.get, { params: { id } }).queryKey, form)
      notify({
        label: form.pepCode ? pepWords.linked(form.pepCode) : pepWords.unlinked,
        kind: 'success',
      })
      onDone()
    },
  })
  const fields = useFields({
    id: 'pep-code',
    initial: { code: pepCode ?? '' },
    check: () => ({}),
    saving: save,
    wireName: () => 'pepCode',
  })
  return (
    <FieldsForm
      fields={fields}
      submitLabel={pepWords.save}
      onSave={(values) => save.mutate(values)}
      actions={<Button onClick={onDone}>{pepWords.cancel}</Button>}
      isInDialog
    >
      <TextField
        label={pepWords.code.label}
        hint={pepWords.code.hint}
        width={20}
        maxLength={50}
        autoComplete="off"
        spellCheck={false}
        {...fields.bind('code')}
      />
    </FieldsForm>
  )
}
