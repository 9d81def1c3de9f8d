import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import type { FormDetails, FormSummary } from '#contract/forms.ts'
import { formTypes, type FormType } from '#domain/form/form.ts'
import { pathTo } from '#web/staff/paths.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { notify } from '#web/ui/notify.ts'

import { formActionWords } from './words.ts'

const knownType = (type: string): FormType => (Object.hasOwn(formTypes, type) ? (type as FormType) : 'general') // hasOwn says so

/** The body that creates a copy of a form: the whole draft, under another title. */
export const copyOf = ({ description, type, draft }: Pick<FormDetails, 'description' | 'type' | 'draft'>, title: string) => ({
  title: title.slice(0, 200),
  description,
  type: knownType(type),
  draft,
})

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
