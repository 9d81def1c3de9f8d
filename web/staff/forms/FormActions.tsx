import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import type { FormDetails } from '#contract/forms.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { useDownload } from '#web/staff/use-download.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Menu, type MenuAction } from '#web/ui/Menu.tsx'
import { notify } from '#web/ui/notify.ts'

import { useCopyForm } from './use-copy-form.ts'

export function FormActions({ form }: { form: FormDetails }) {
  const { can } = useSession()
  const [asked, setAsked] = useState<'archive' | 'delete'>()
  const copy = useCopyForm()
  const paper = useDownload((query: { version?: 'draft' }) => api.formFiles.blank({ params: { id: form.id }, query }))
  const fhir = useDownload((version: number) => api.formExchange.version({ params: { id: form.id, version: String(version) } }))
  const archive = useArchiving(form, () => setAsked(undefined))
  const isSendable = form.version !== null && !form.isArchived && can('formRequest:create')
  const { version } = form
  const exported: MenuAction[] =
    version === null ? [] : [{ id: 'fhir', label: 'Export FHIR', icon: 'download', onAction: () => fhir.mutate(version) }]
  const actions: MenuAction[] = [
    { id: 'pdf', label: 'Download PDF', icon: 'download', onAction: () => paper.mutate({}) },
    ...(form.version !== null && form.isChanged
      ? [{ id: 'draftPdf', label: 'Download PDF of the draft', onAction: () => paper.mutate({ version: 'draft' }) }]
      : []),
    ...exported,
    ...(can('form:create') ? [{ id: 'copy', label: 'Copy', icon: 'copy' as const, onAction: () => copy.mutate(form) }] : []),
    ...(can('form:update') && !form.isArchived ? [{ id: 'archive', label: 'Archive', onAction: () => setAsked('archive') }] : []),
    ...(can('form:delete')
      ? [
          {
            id: 'delete',
            label: form.requestCount > 0 ? 'Delete (not once sent)' : 'Delete',
            isDanger: true,
            isDisabled: form.requestCount > 0,
            onAction: () => setAsked('delete'),
          },
        ]
      : []),
  ]
  return (
    <>
      <Menu actions={actions} />
      {form.isArchived && can('form:update') && (
        <Button isPending={archive.isPending} onClick={() => archive.mutate(false)}>
          Restore
        </Button>
      )}
      {can('form:update') && !form.isArchived && <ButtonLink href={pathTo('formManage', { id: form.id })}>Edit</ButtonLink>}
      {isSendable && (
        <ButtonLink kind="primary" href={pathTo('requestCreate', {}, { formId: form.id })}>
          Send to patients
        </ButtonLink>
      )}
      <ConfirmDialog
        title={`Archive ${form.title}?`}
        isOpen={asked === 'archive'}
        confirmLabel="Archive form"
        isPending={archive.isPending}
        error={archive.isError ? wordsOf(archive.error) : undefined}
        onConfirm={() => archive.mutate(true)}
        onClose={() => setAsked(undefined)}
      >
        <p>It can no longer be sent. Patients who have it can still answer, and its answers stay. You can restore it at any time.</p>
      </ConfirmDialog>
      {asked === 'delete' && <DeleteDialog form={form} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function useArchiving({ id, title }: FormDetails, onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (archived: boolean) => api.forms.update({ params: { id }, body: { archived } }),
    onSuccess: async (form) => {
      queryClient.setQueryData(q(api.forms.get, { params: { id } }).queryKey, form)
      notify({ label: `${title} was ${form.isArchived ? 'archived' : 'restored'}.`, kind: 'success' })
      onDone()
      await queryClient.invalidateQueries({ queryKey: [api.forms.list.key] })
    },
    onError: (error, archived) => {
      if (!archived) notify({ label: wordsOf(error), kind: 'danger' })
    },
  })
}

function DeleteDialog({ form: { id, title }, onClose }: { form: FormDetails; onClose: () => void }) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api.forms.delete({ params: { id } }),
    onSuccess: async () => {
      notify({ label: `${title} was deleted.`, kind: 'success' })
      await router.navigate({ to: pathTo('formsList') })
      queryClient.removeQueries({ queryKey: q(api.forms.get, { params: { id } }).queryKey })
      await queryClient.invalidateQueries({ queryKey: [api.forms.list.key] })
    },
  })
  return (
    <ConfirmDialog
      title={`Delete ${title}?`}
      isOpen
      confirmLabel="Delete form"
      isPending={remove.isPending}
      error={remove.isError ? wordsOf(remove.error) : undefined}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>It was never sent, so nothing that anyone answered is lost. Its questions and versions are, for good.</p>
    </ConfirmDialog>
  )
}
