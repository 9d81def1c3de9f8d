import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import type { FormSummary } from '#contract/form-records.ts'
import { formTypes, type FormType } from '#domain/form/form-type.ts'
import { pathTo } from '#web/staff/paths.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { notify } from '#web/ui/notify.ts'

const knownType = (type: string): FormType => (Object.hasOwn(formTypes, type) ? (type as FormType) : 'general') // hasOwn says so

/** A new form with the questions of another's draft; opened in the builder. */
export function useCopyForm() {
  const router = useRouter()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, title, description, type }: FormSummary) => {
      const { draft } = await api.forms.get({ params: { id } })
      return api.forms.create({ body: { title: `Copy of ${title}`.slice(0, 200), description, type: knownType(type), draft } })
    },
    onSuccess: async (copy) => {
      await queryClient.invalidateQueries({ queryKey: [api.forms.list.key] })
      notify({ label: `${copy.title} was created.`, kind: 'success' })
      await router.navigate({ to: pathTo('formManage', { id: copy.id }) })
    },
    onError: (error) => notify({ label: wordsOf(error), kind: 'danger' }),
  })
}
