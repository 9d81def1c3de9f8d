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
import { createWords } from './words.ts'

export function FormCreatePage() {
  const { fields, begin, original, save } = useNewForm()
  const { start } = fields.values
  const template = templateOf(start)
  const definition = template?.definition ?? (start === 'copy' ? original?.draft : undefined)
  const form = (
    <Panel>
      <FieldsForm
        fields={fields}
        submitLabel={createWords.submit}
        onSave={save}
        actions={<ButtonLink href={pathTo('formsList')}>Cancel</ButtonLink>}
      >
        <Select
          id="form-start"
          label={createWords.startWith.label}
          hint={createWords.startWith.hint}
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
        title={createWords.title}
        description={createWords.description}
        actions={<ButtonLink href={pathTo('formImport')}>{createWords.import}</ButtonLink>}
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
              <EmptyState title={createWords.empty.title}>{createWords.empty.text}</EmptyState>
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
      original: start === 'copy' ? firstError(original, [validate.required], createWords.original.label) : undefined,
      title: firstError(title, [validate.required], 'Title'),
    }),
    saving: create,
  })
  const { values, set } = fields
  const original = useQuery({ ...originalOf(values.original), enabled: values.original !== '' }).data
  return {
    fields,
    original,
    /** Selects a template or a form to copy. Its texts replace only texts that the user has not edited. */
    begin: async (start: string, id = '') => {
      const next = id === '' ? undefined : await queryClient.fetchQuery(originalOf(id))
      const [was, is] = [beginningOf(values.start, original), beginningOf(start, next)]
      set({ start, original: id, ...prefilled(values, was, is) })
    },
    save: create.mutate,
  }
}
