import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Outcome } from '#contract/outcomes.ts'
import { maxOutcomeNameLength } from '#domain/outcomes.ts'
import { firstError } from '#domain/validation/rule.ts'
import { validate } from '#domain/validation/rules.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { CheckboxGroup, RadioGroup, TextField } from '#web/staff/form-fields.tsx'
import { useSession } from '#web/staff/session.ts'
import { type Bind, useBoundField, useFields, useFieldValue } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'

import { useSaveOutcome } from './outcome-mutations.ts'
import { outcomesWords as words } from './words.ts'

type OutcomeEditorProps = {
  organisationId: string
  /** undefined for a new outcome */
  outcome?: Outcome | undefined
  onClose: () => void
}
type Typed = { name: string; isFor: 'all' | 'some'; formIds: string[] }

/** The name of an outcome and, for users who may read forms, the forms that the outcome is for. */
export function OutcomeEditor({ organisationId, outcome, onClose }: OutcomeEditorProps) {
  const { member, can } = useSession()
  const mayChooseForms = can('form:read') && member.organisationId === organisationId
  const save = useSaveOutcome(organisationId, outcome?.id, onClose)
  const fields = useFields<Typed>({
    id: 'outcome',
    initial: {
      name: outcome?.name ?? '',
      isFor: outcome && outcome.forms.length > 0 ? 'some' : 'all',
      formIds: outcome?.forms.map(({ id }) => id) ?? [],
    },
    check: ({ name, isFor, formIds }) => ({
      name: firstError(name, [validate.required], words.name),
      formIds: isFor === 'some' && formIds.length === 0 ? words.noForms : undefined,
    }),
    saving: save,
  })
  const isFor = useFieldValue(fields, 'isFor')
  return (
    <Dialog title={outcome ? words.editTitle(outcome.name) : words.create} isOpen isBusy={save.isPending} onClose={onClose}>
      <FieldsForm
        fields={fields}
        submitLabel={outcome ? words.save : words.create}
        onSave={({ name, isFor: wanted, formIds }) =>
          save.mutate({ name, ...(mayChooseForms && { formIds: wanted === 'all' ? [] : formIds }) })
        }
        isInDialog
        actions={<Button onClick={onClose}>{words.cancel}</Button>}
      >
        <TextField
          label={words.name}
          hint={outcome ? undefined : words.example}
          maxLength={maxOutcomeNameLength}
          required
          autoComplete="off"
          {...fields.bind('name')}
        />
        {mayChooseForms && (
          <>
            <RadioGroup
              label={words.forms}
              hint={words.formsHint}
              options={[
                { value: 'all', label: words.allForms },
                { value: 'some', label: words.forSome },
              ]}
              isInline
              {...fields.bind('isFor')}
            />
            {isFor === 'some' && <FormChoices chosen={outcome?.forms ?? []} {...fields.bind('formIds')} />}
          </>
        )}
      </FieldsForm>
    </Dialog>
  )
}

/** As many forms as one call lists; a search finds the others. */
const mostForms = 100

function FormChoices({ chosen, field }: { chosen: Outcome['forms'] } & Bind<string[]>) {
  const [search, setSearch] = useState('')
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map(chosen.map(({ id, title }) => [id, title])))
  const { value: ticked } = useBoundField(field)
  const found = useQuery(q(api.forms.list, { query: { limit: mostForms, sort: 'title', filters: { ...(search && { search }) } } }))
  const docs = found.data?.docs ?? []
  if (docs.some(({ id, title }) => seen.get(id) !== title))
    setSeen(new Map([...seen, ...docs.map(({ id, title }) => [id, title] as const)]))
  // A form that is ticked stays in the list, whatever is searched for.
  const hidden = ticked.filter((id) => !docs.some((doc) => doc.id === id)).map((id) => ({ value: id, label: seen.get(id) ?? '' }))
  return (
    <>
      {(search !== '' || (found.data?.totalDocs ?? 0) > searchedFrom) && (
        <SearchField label={words.searchForms} isLabelHidden placeholder={words.searchForms} value={search} onSearch={setSearch} />
      )}
      <CheckboxGroup
        label={words.whichForms}
        options={[...hidden, ...docs.map(({ id, title }) => ({ value: id, label: title }))]}
        field={field}
      />
    </>
  )
}

/** A search helps only in a list that is longer than this. */
const searchedFrom = 12
