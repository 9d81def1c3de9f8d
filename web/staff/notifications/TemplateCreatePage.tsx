import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'

import { isCustomisable } from '#domain/notification.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { notify } from '#web/ui/notify.ts'

import { TemplateForm } from './TemplateForm.tsx'
import { emptyWords } from './template-words.ts'

/** A new template, from nothing or from the one that `?from=` names. */
export function TemplateCreatePage() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { from = '' } = useSearch({ from: '/inside/notifications/template/create' })
  const model = useQuery({ ...q(api.notificationTemplates.get, { params: { id: from } }), enabled: from !== '' })
  const create = useMutation({
    mutationFn: api.notificationTemplates.create,
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: [api.notificationTemplates.list.key] })
      notify({ label: 'Template created.', kind: 'success' })
      await router.navigate({ to: pathTo('notificationTemplateDetails', { id }) })
    },
  })
  const copied = model.data && isCustomisable(model.data.method) ? { ...model.data, description: '', isSelected: true } : undefined
  return (
    <>
      <PageHeader title="Create Template" description="Write what your patients receive. Personal fields are filled in for each of them." />
      {model.isError && <ErrorState onRetry={() => void model.refetch()}>{wordsOf(model.error)}</ErrorState>}
      {model.isLoading ? (
        <Skeleton lines={8} />
      ) : (
        <TemplateForm
          initial={copied ?? emptyWords}
          isNew
          submitLabel="Create template"
          saving={create}
          onSave={({ category, method, description, subject, body, isSelected }) =>
            create.mutate({ body: { category, method, description, subject, body, isSelected } })
          }
          actions={<ButtonLink href={pathTo('notificationsList')}>Cancel</ButtonLink>}
        />
      )}
    </>
  )
}
