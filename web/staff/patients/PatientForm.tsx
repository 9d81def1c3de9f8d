import { useRef } from 'react'

import { wordsOf } from '#web/api/refusal.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { Panel } from '#web/ui/Panel.tsx'

import { AddressFields, CareFields, ContactFields, IdentityFields } from './PatientFields.tsx'
import { fieldNames, type PatientDraft } from './patient-values.ts'
import { usePatientDraft } from './use-patient-draft.ts'

type PatientFormProps = {
  initial: PatientDraft
  submitLabel: string
  cancelHref: string
  isPending: boolean
  refusal: Error | null
  onSubmit: (draft: PatientDraft) => void
}

/** Everything a person can write about a patient. What was typed stays, whatever the server says. */
export function PatientForm({ initial, submitLabel, cancelHref, isPending, refusal, onSubmit }: PatientFormProps) {
  const drafting = usePatientDraft(initial, refusal)
  const { draft, errors, attempts, check } = drafting
  const birth = useRef<HTMLInputElement>(null)
  const listed = fieldNames.flatMap((field) => {
    const message = errors[field]
    if (message === undefined) return []
    return [{ message, ...(field === 'dateOfBirth' ? { onFocus: () => birth.current?.focus() } : { fieldId: `patient-${field}` }) }]
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (check()) onSubmit(draft)
      }}
    >
      <Stack>
        {attempts > 0 && <ErrorSummary key={`${attempts} ${isPending}`} errors={isPending ? [] : listed} />}
        {refusal && !isPending && listed.length === 0 && <Alert kind="danger">{wordsOf(refusal)}</Alert>}
        <Panel>
          <LabelledSection label="Who they are">
            <IdentityFields {...drafting} birthRef={birth} />
          </LabelledSection>
        </Panel>
        <Panel>
          <LabelledSection label="How they are reached">
            <ContactFields {...drafting} />
          </LabelledSection>
        </Panel>
        <Panel>
          <LabelledSection label="Address">
            <AddressFields {...drafting} />
          </LabelledSection>
        </Panel>
        <Panel>
          <LabelledSection label="Care">
            <CareFields {...drafting} />
          </LabelledSection>
        </Panel>
        <Row>
          <Button kind="primary" type="submit" isPending={isPending}>
            {submitLabel}
          </Button>
          <ButtonLink href={cancelHref}>Cancel</ButtonLink>
        </Row>
      </Stack>
    </form>
  )
}
