import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import type { FormDetails, FormSummary } from '#contract/forms.ts'
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

import { copyOf } from './copy-of.ts'
import { formActionWords, formActionWords as words } from './words.ts'

export function FormActions({ form }: { form: FormDetails }) {
  const { can } = useSession()
  const [dialog, setDialog] = useState<'archive' | 'delete'>()
  const copy = useCopyForm()
  const pdf = useDownload((query: { version?: 'draft' }) => api.formFiles.blank({ params: { id: form.id }, query }))
  const fhir = useDownload((version: number) => api.formExchange.version({ params: { id: form.id, version: String(version) } }))
  const archive = useArchiving(form, () => setDialog(undefined))
  const isSendable = form.version !== null && !form.isArchived && can('formRequest:create')
  const { version } = form
  const exported: MenuAction[] =
    version === null ? [] : [{ id: 'fhir', label: words.exportFhir, icon: 'download', onAction: () => fhir.mutate(version) }]
  const actions: MenuAction[] = [
    { id: 'pdf', label: words.downloadPdf, icon: 'download', onAction: () => pdf.mutate({}) },
    ...(form.version !== null && form.isChanged
      ? [{ id: 'draftPdf', label: words.downloadDraftPdf, onAction: () => pdf.mutate({ version: 'draft' }) }]
      : []),
    ...exported,
    ...(can('form:create') ? [{ id: 'copy', label: words.copy, icon: 'copy' as const, onAction: () => copy.mutate(form) }] : []),
    ...(can('form:update') && !form.isArchived ? [{ id: 'archive', label: words.archiveLabel, onAction: () => setDialog('archive') }] : []),
    ...(can('form:delete')
      ? [
          {
            id: 'delete',
            label: form.requestCount > 0 ? words.deleteAlreadySent : words.deleteForm,
            isDanger: true,
            isDisabled: form.requestCount > 0,
            onAction: () => setDialog('delete'),
          },
        ]
      : []),
  ]
  return (
    <>
      <Menu actions={actions} />
      {form.isArchived && can('form:update') && (
        <Button isPending={archive.isPending} onClick={() => archive.mutate(false)}>
          {words.restore}
        </Button>
      )}
      {can('form:update') && !form.isArchived && <ButtonLink href={pathTo('formManage', { id: form.id })}>{words.edit}</ButtonLink>}
      {isSendable && (
        <ButtonLink kind="primary" href={pathTo('requestCreate', {}, { formId: form.id })}>
          {words.send}
        </ButtonLink>
      )}
      <ConfirmDialog
        title={words.archive.title(form.title)}
        isOpen={dialog === 'archive'}
        confirmLabel={words.archive.confirm}
        isPending={archive.isPending}
        error={archive.isError ? wordsOf(archive.error) : undefined}
        onConfirm={() => archive.mutate(true)}
        onClose={() => {
          setDialog(undefined)
          archive.reset()
        }}
      >
        <p>{words.archive.text}</p>
      </ConfirmDialog>
      {dialog === 'delete' && <DeleteDialog form={form} onClose={() => setDialog(undefined)} />}
    </>
  )
}

function useArchiving({ id, title }: FormDetails, onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (archived: boolean) => api.forms.update({ params: { id }, body: { archived } }),
    onSuccess: async (form) => {
      queryClient.setQueryData(q(api.forms.get, { params: { id } }).queryKey, form)
      notify({ label: form.isArchived ? words.archived(title) : words.restored(title), kind: 'success' })
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
      notify({ label: words.deleted(title), kind: 'success' })
      await router.navigate({ to: pathTo('formsList') })
      queryClient.removeQueries({ queryKey: q(api.forms.get, { params: { id } }).queryKey })
      await queryClient.invalidateQueries({ queryKey: [api.forms.list.key] })
    },
  })
  return (
    <ConfirmDialog
      title={words.delete.title(title)}
      isOpen
      confirmLabel={words.delete.confirm}
      isPending={remove.isPending}
      error={remove.isError ? wordsOf(remove.error) : undefined}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{words.delete.text}</p>
    </ConfirmDialog>
  )
}

/** Copies the draft of a form to a new form and opens the new form in the builder. */
export function useCopyForm() {
  const router = useRouter()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, title }: FormSummary) =>
      api.forms.create({ body: copyOf(await api.forms.get({ params: { id } }), formActionWords.copyTitle(title)) }),
    onSuccess: async (copy) => {
      await queryClient.invalidateQueries({ queryKey: [api.forms.list.key] })
      notify({ label: formActionWords.created(copy.title), kind: 'success' })
      await router.navigate({ to: pathTo('formManage', { id: copy.id }) })
    },
    onError: (error) => notify({ label: wordsOf(error), kind: 'danger' }),
  })
}
