import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'

import { formatCount } from '#domain/amounts.ts'
import { type FormType, formTypeLabel } from '#domain/form/form.ts'
import { firstError, required } from '#domain/validation/rule.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { focusSoon } from '#web/staff/forms/builder/new-id.ts'
import { FormFields } from '#web/staff/forms/FormFields.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { type Fields, useFields, useFieldValue, useFieldValues } from '#web/staff/use-fields.ts'
import { useOptionSearch } from '#web/staff/use-option-search.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { SearchCombo } from '#web/ui/SearchCombo.tsx'

import { beginningOf, type NewFormWords, nothingYet, prefilled, templateOf } from './start.ts'
import { StartCards, startCardsId } from './StartCards.tsx'
import type { Preview } from './StartPreview.tsx'
import { createWords } from './words.ts'

const StartPreview = lazy(async () => ({ default: (await import('./StartPreview.tsx')).StartPreview }))

export function FormCreatePage() {
  const { fields, begin, original, save } = useNewForm()
  const start = useFieldValue(fields, 'start')
  /** `start` is undefined for what the form starts with already. */
  const [shown, setShown] = useState<Preview & { start?: string }>()
  const template = templateOf(start)
  const chosen: Preview | undefined = template ?? (start === 'copy' && original ? { ...original, definition: original.draft } : undefined)
  const startWith = async (next: string) => {
    setShown(undefined)
    await begin(next)
    // The dialog first returns the focus to the button that opened it.
    setTimeout(() => focusSoon(next === 'copy' ? 'form-original' : 'form-title'), 50)
  }
  const form = (
    <Panel>
      <FieldsForm
        fields={fields}
        submitLabel={createWords.submit}
        onSave={save}
        actions={<ButtonLink href={pathTo('formsList')}>{createWords.cancel}</ButtonLink>}
      >
        <div className="form-start">
          <span>
            {createWords.startsWith} <strong>{template?.title ?? (start === 'copy' ? createWords.copy : createWords.blank).title}</strong>
          </span>
          {chosen && (
            <Button size="sm" onClick={() => setShown(chosen)}>
              {createWords.preview}
            </Button>
          )}
          <Button size="sm" kind="link" onClick={() => document.getElementById(startCardsId)?.focus()}>
            {createWords.choose}
          </Button>
        </div>
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
      <div className="form-create">
        <div>{form}</div>
        <StartCards
          start={start}
          onStart={(next) => void startWith(next)}
          onPreview={(one) => setShown({ ...one, ...(one.id !== start && { start: one.id }) })}
        />
      </div>
      <Suspense>
        {shown && (
          <StartPreview
            {...shown}
            onUse={shown.start === undefined ? undefined : () => void startWith(shown.start ?? '')}
            onClose={() => setShown(undefined)}
          />
        )}
      </Suspense>
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
      const { draft, isSensitive } = {
        draft: undefined,
        isSensitive: false,
        ...beginningOf(start, original === '' ? undefined : await queryClient.fetchQuery(originalOf(original))),
      }
      return api.forms.create({ body: { ...words, type: type as FormType, isSensitive, draft } }) // the select offers exactly the types there are
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
