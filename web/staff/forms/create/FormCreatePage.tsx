import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { formatCount } from '#domain/amounts.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import { type FormType, formTypeLabel } from '#domain/form/form.ts'
import { firstError, required } from '#domain/validation/rule.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { FormFields } from '#web/staff/forms/FormFields.tsx'
import { sourceRows } from '#web/staff/forms/information/FormInformation.tsx'
import { FormPreview } from '#web/staff/forms/preview/FormPreview.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { type Fields, useFields, useFieldValue, useFieldValues } from '#web/staff/use-fields.ts'
import { useOptionSearch } from '#web/staff/use-option-search.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { SideBySide, Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { SearchCombo } from '#web/ui/SearchCombo.tsx'
import { Select } from '#web/ui/Select.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'

import { beginningOf, type NewFormWords, nothingYet, prefilled, startOptions, templateOf } from './start.ts'
import { createWords } from './words.ts'

export function FormCreatePage() {
  const { fields, begin, original, save } = useNewForm()
  const start = useFieldValue(fields, 'start')
  const template = templateOf(start)
  const definition = template?.definition ?? (start === 'copy' ? original?.draft : undefined)
  const form = (
    <Panel>
      <FieldsForm
        fields={fields}
        submitLabel={createWords.submit}
        onSave={save}
        actions={<ButtonLink href={pathTo('formsList')}>{createWords.cancel}</ButtonLink>}
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
            onBlur={() => fields.leave('original')}
            onChoose={(id) => void begin('copy', id)}
          />
        )}
        <NewFormFields fields={fields} />
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

/** Only this part of the page renders at every change. */
function NewFormFields({ fields }: { fields: Fields<NewFormWords> }) {
  return <FormFields value={useFieldValues(fields)} errors={fields.errors} onBlur={fields.leave} onChange={fields.set} />
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
      original: start === 'copy' ? firstError(original, [required], createWords.original.label) : undefined,
      title: firstError(title, [required], createWords.titleField),
    }),
    saving: create,
  })
  const originalId = useFieldValue(fields, 'original')
  const original = useQuery({ ...originalOf(originalId), enabled: originalId !== '' }).data
  return {
    fields,
    original,
    /** Selects a template or a form to copy. Its texts replace only texts that the user has not edited. */
    begin: async (start: string, id = '') => {
      const next = id === '' ? undefined : await queryClient.fetchQuery(originalOf(id))
      const values = fields.current()
      const [was, is] = [beginningOf(values.start, original), beginningOf(start, next)]
      fields.set({ start, original: id, ...prefilled(values, was, is) })
    },
    save: create.mutate,
  }
}

type StartPreviewProps = { title: string; about: string | undefined; definition: FormDefinition }

/** A preview of the template or the form to copy. */
export function StartPreview({ title, about, definition }: StartPreviewProps) {
  const [at, setAt] = useState<string>()
  const { questions, scores = [], redFlags = [], source } = definition
  return (
    <LabelledSection label={title} size="sm" {...(about && { description: about })}>
      <Stack>
        <SummaryList
          rows={[
            ...sourceRows(source),
            { label: createWords.questions, value: questions.length },
            ...(scores.length > 0 ? [{ label: createWords.scores, value: scores.map(({ name }) => name).join(', ') }] : []),
            ...(redFlags.length > 0 ? [{ label: createWords.redFlags, value: redFlags.map(({ name }) => name).join('; ') }] : []),
          ]}
        />
        <FormPreview definition={definition} at={at} onStep={setAt} />
      </Stack>
    </LabelledSection>
  )
}

type OriginalPickerProps = {
  id: string
  chosen: string | undefined
  chosenLabel: string
  onChoose: (id: string) => void
  onBlur: () => void
  error: string | undefined
}

/** Any form can be copied, published or not. */
export function OriginalPicker({ id, chosen, chosenLabel, onChoose, onBlur, error }: OriginalPickerProps) {
  const { combo } = useOptionSearch(
    (text) => q(api.forms.list, { query: { limit: 50, sort: 'title', filters: text && text !== chosenLabel ? { search: text } : {} } }),
    ({ docs }) =>
      docs.map(({ id: value, title, type, questionCount }) => ({
        value,
        label: title,
        hint: `${formTypeLabel(type)} · ${formatCount(questionCount, 'question')}`,
      })),
  )
  return (
    <SearchCombo
      id={id}
      label={createWords.original.label}
      hint={createWords.original.hint}
      error={error}
      {...combo}
      onBlur={onBlur}
      chosen={chosen}
      chosenLabel={chosenLabel}
      onChoose={({ value }) => onChoose(value)}
    />
  )
}
