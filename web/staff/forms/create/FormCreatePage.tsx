import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import type { FormType } from '#domain/form/form.ts'
import { validate } from '#domain/validation/rules.ts'
import { firstError } from '#domain/validation/rule.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { FormFields } from '#web/staff/forms/FormFields.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SideBySide } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Select } from '#web/ui/Select.tsx'

import { OriginalPicker } from './OriginalPicker.tsx'
import { beginningOf, nothingYet, prefilled, startOptions, templateOf, type NewFormWords } from './start.ts'
import { StartPreview } from './StartPreview.tsx'

export function FormCreatePage() {
  const { fields, begin, original, save } = useNewForm()
  const { start } = fields.values
  const template = templateOf(start)
  const definition = template?.definition ?? (start === 'copy' ? original?.draft : undefined)
  const form = (
    <Panel>
      <FieldsForm
        fields={fields}
        submitLabel="Create and add questions"
        onSave={save}
        actions={<ButtonLink href={pathTo('formsList')}>Cancel</ButtonLink>}
      >
        <Select
          id="form-start"
          label="Start with"
          hint="Ready forms say where they come from and under which licence. Change whatever you like afterwards."
          options={startOptions}
          value={start}
          onChange={(event) => void begin(event.target.value)}
        />
        {start === 'copy' && (
          <OriginalPicker
            id="form-original"
            chosen={original?.id}
            chosenLabel={original?.title ?? ''}
            error={fields.errors.original}
            onBlur={() => fields.field('original').onBlur()}
            onChoose={(id) => void begin('copy', id)}
          />
        )}
        <FormFields value={fields.values} errors={fields.errors} onBlur={(name) => fields.field(name).onBlur()} onChange={fields.set} />
      </FieldsForm>
    </Panel>
  )
  return (
    <>
      <PageHeader
        title="Create Form"
        description="Give it a name. Everything can be changed later."
        actions={<ButtonLink href={pathTo('formImport')}>Import from another system</ButtonLink>}
      />
      <SideBySide
        main={form}
        aside={
          <Panel>
            {definition ? (
              <StartPreview
                key={`${start} ${original?.id}`}
                title={template?.title ?? original?.title ?? ''}
                about={template?.about}
                definition={definition}
              />
            ) : (
              <EmptyState title="Nothing to see yet">Start with a ready form or a copy, and try it here before you create it.</EmptyState>
            )}
          </Panel>
        }
      />
    </>
  )
}

const originalOf = (id: string) => q(api.forms.get, { params: { id } })

function useNewForm() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const create = useMutation({
    mutationFn: async ({ start, original, type, ...words }: NewFormWords) => {
      const { draft } = {
        draft: undefined,
        ...beginningOf(start, original === '' ? undefined : await queryClient.fetchQuery(originalOf(original))),
      }
      return api.forms.create({ body: { ...words, type: type as FormType, draft } }) // the select offers exactly the types there are
    },
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: [api.forms.list.key] })
      await router.navigate({ to: pathTo('formManage', { id }) })
    },
  })
  const fields = useFields<NewFormWords>({
    id: 'form',
    initial: nothingYet,
    check: ({ title, start, original }) => ({
      original: start === 'copy' ? firstError(original, [validate.required], 'Form to copy') : undefined,
      title: firstError(title, [validate.required], 'Title'),
    }),
    saving: create,
  })
  const { values, set } = fields
  const original = useQuery({ ...originalOf(values.original), enabled: values.original !== '' }).data
  return {
    fields,
    original,
    /** Its words come with what a form begins with, over none but those that came the same way. */
    begin: async (start: string, id = '') => {
      const next = id === '' ? undefined : await queryClient.fetchQuery(originalOf(id))
      const [was, is] = [beginningOf(values.start, original), beginningOf(start, next)]
      set({ start, original: id, ...prefilled(values, was, is) })
    },
    save: create.mutate,
  }
}
