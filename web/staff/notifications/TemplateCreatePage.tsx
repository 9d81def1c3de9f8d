import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'

import { isCustomisable } from '#domain/notification.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { pathTo } from '#web/staff/paths.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { notify } from '#web/ui/notify.ts'

import { TemplateForm } from './TemplateForm.tsx'
import { emptyTemplate } from './template-values.ts'
import { templateFormWords } from './words.ts'

/** A new template, blank or copied from the template in `?from=`. */
export function TemplateCreatePage() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { from = '' } = useSearch({ from: '/inside/notifications/template/create' })
  const original = useQuery({ ...q(api.notificationTemplates.get, { params: { id: from } }), enabled: from !== '' })
  const translations = original.data?.translations ?? {}
  const create = useMutation({
    mutationFn: api.notificationTemplates.create,
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: [api.notificationTemplates.list.key] })
      notify({ label: templateFormWords.created, kind: 'success' })
      await router.navigate({ to: pathTo('notificationTemplateDetails', { id }) })
    },
  })
  const copied = original.data && isCustomisable(original.data.method) ? { ...original.data, description: '', isSelected: true } : undefined
  return (
    <>
      <PageHeader title={templateFormWords.createTitle} description={templateFormWords.createDescription} />
      {original.isError && <LoadError of={original} />}
      {original.isLoading ? (
        <Skeleton lines={8} />
      ) : (
        <TemplateForm
          initial={copied ?? emptyTemplate}
          isNew
          submitLabel={templateFormWords.create}
          saving={create}
          onSave={({ category, method, description, subject, body, isSelected }) =>
            create.mutate({ body: { category, method, description, subject, body, isSelected, translations } })
          }
          actions={<ButtonLink href={pathTo('notificationsList')}>{templateFormWords.cancel}</ButtonLink>}
        />
      )}
    </>
  )
}
