import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { FormDetails } from '#contract/forms.ts'
import { formatDateTime } from '#domain/moments.ts'
import { incorrectCode, pepFailureWords, pepLimits } from '#domain/pep.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { TextField } from '#web/staff/form-fields.tsx'
import { useSession } from '#web/staff/session.ts'
import { type Fields, useFields, useFieldValue } from '#web/staff/use-fields.ts'
import { useOptionSearch } from '#web/staff/use-option-search.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { SearchCombo } from '#web/ui/SearchCombo.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { notify } from '#web/ui/notify.ts'

import { pepWords as words } from './words.ts'

/** The code of a form, and what the PEP says about it. */
export function PepCodeText({ form: { pepCode, pepPlace } }: { form: FormDetails }) {
  return (
    <Stack gap="sm">
      <Row>
        {pepCode}
        {pepPlace ? words.place(pepPlace.name, pepPlace.kind) : <Badge kind="warning">{words.notConfirmed}</Badge>}
      </Row>
      <span className="muted">{pepPlace ? words.confirmed(formatDateTime(pepPlace.confirmedAt)) : words.notConfirmedHint}</span>
    </Stack>
  )
}

/** Links a form to a department or clinic (appointment type) of the patient engagement portal (FORM-4). */
export function PepCode({ form }: { form: FormDetails }) {
  const { can } = useSession()
  const [isOpen, setOpen] = useState(false)
  if (!can('form:update') || form.isArchived) return null
  return (
    <>
      <Button kind="link" onClick={() => setOpen(true)}>
        {words.change}
        <VisuallyHidden>{words.changeSuffix}</VisuallyHidden>
      </Button>
      <Dialog title={words.title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <PepCodeForm form={form} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

type Values = { code: string }

function PepCodeForm({ form: { id, pepCode }, onDone }: { form: FormDetails; onDone: () => void }) {
  const queryClient = useQueryClient()
  const { organisation } = useSession()
  const save = useMutation({
    mutationFn: ({ code }: Values) => api.forms.update({ params: { id }, body: { pepCode: code.trim() || null } }),
    onSuccess: (form) => {
      queryClient.setQueryData(q(api.forms.get, { params: { id } }).queryKey, form)
      notify({
        label: form.pepCode ? words.linked(form.pepCode) : words.unlinked,
        kind: 'success',
      })
      onDone()
    },
  })
  const fields = useFields<Values>({
    id: 'pep-code',
    initial: { code: pepCode ?? '' },
    check: () => ({}),
    saving: save,
    wireName: () => 'pepCode',
  })
  const { pep } = organisation
  return (
    <FieldsForm
      fields={fields}
      submitLabel={words.save}
      onSave={(values) => save.mutate(values)}
      actions={<Button onClick={onDone}>{words.cancel}</Button>}
      isInDialog
    >
      {(pep?.findsDepartments || pep?.findsClinics) && <PlaceSearch onChoose={(code) => fields.set({ code })} />}
      <TextField
        label={words.code.label}
        hint={words.code.hint}
        width={20}
        maxLength={pepLimits.code}
        autoComplete="off"
        spellCheck={false}
        {...fields.bind('code')}
      />
      {pep && <CodeTester fields={fields} />}
    </FieldsForm>
  )
}

/** Offers departments and clinics of the PEP as the user types. */
function PlaceSearch({ onChoose }: { onChoose: (code: string) => void }) {
  const { found, combo } = useOptionSearch(
    (search) => q(api.pepCodes.search, { query: { search: search.slice(0, pepLimits.search) } }),
    (result) =>
      result.outcome === 'found'
        ? result.places.map(({ code, name, kind }) => ({ value: code, label: words.place(name, kind), hint: code }))
        : [],
  )
  const failure = found?.outcome === 'no_answer' ? pepFailureWords[found.reason] : undefined
  return (
    <SearchCombo
      label={words.search.label}
      hint={words.search.hint}
      isOptional
      onSearch={combo.onSearch}
      answer={combo.answer && failure ? { ...combo.answer, failure } : combo.answer}
      onChoose={({ value }) => onChoose(value)}
    />
  )
}

/** Asks the PEP about the code that was typed. Nothing waits for the answer: saving checks the code again. */
function CodeTester({ fields }: { fields: Fields<Values> }) {
  const code = useFieldValue(fields, 'code').trim()
  const check = useMutation({ mutationFn: (asked: string) => api.pepCodes.check({ query: { code: asked } }) })
  // The answer to an earlier code says nothing about this one.
  const isCurrent = check.variables === code
  return (
    <>
      <Row>
        <Button isPending={check.isPending} pendingLabel={words.checking} disabled={code === ''} onClick={() => check.mutate(code)}>
          {words.check}
        </Button>
      </Row>
      {isCurrent && check.data && <Checked result={check.data} />}
      {isCurrent && check.isError && <Alert kind="danger">{wordsOf(check.error)}</Alert>}
    </>
  )
}

function Checked({ result }: { result: Awaited<ReturnType<typeof api.pepCodes.check>> }) {
  if (result.outcome === 'unknown') return <Alert kind="danger">{incorrectCode}</Alert>
  if (result.outcome === 'no_answer') return <Alert kind="warning">{words.notChecked(pepFailureWords[result.reason])}</Alert>
  const { code, name, kind } = result.place
  return <Alert kind="success">{words.known(code, words.place(name, kind))}</Alert>
}
