import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import type { FormType } from '#domain/form/form-type.ts'
import { required } from '#domain/validation/product-rules.ts'
import { firstError } from '#domain/validation/rule.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'

import { FormFields, type FormWords } from './FormFields.tsx'

const nothingYet: FormWords = { title: '', description: '', type: 'general' }

export function FormCreatePage() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const create = useMutation({
    mutationFn: api.forms.create,
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: [api.forms.list.key] })
      await router.navigate({ to: pathTo('formManage', { id }) })
    },
  })
  const fields = useFields({
    id: 'form',
    initial: nothingYet,
    check: ({ title }) => ({ title: firstError(title, [required], 'Title') }),
    saving: create,
  })
  return (
    <>
      <PageHeader title="Create Form" description="Give it a name. Its questions come next." />
      <Panel>
        <FieldsForm
          fields={fields}
          submitLabel="Create and add questions"
          // The select offers exactly the types there are.
          onSave={(words) => create.mutate({ body: { ...words, type: words.type as FormType } })}
          actions={<ButtonLink href={pathTo('formsList')}>Cancel</ButtonLink>}
        >
          <FormFields value={fields.values} errors={fields.errors} onBlur={(name) => fields.field(name).onBlur()} onChange={fields.set} />
        </FieldsForm>
      </Panel>
    </>
  )
}
