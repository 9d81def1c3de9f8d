import { dateOf } from '#domain/dates.ts'
import { checkPatient, fieldsValidatedWith, patientFields, wireNameOf, type PatientField } from '#domain/patient-rules.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { useSession } from '#web/staff/session.ts'
import { type Saving, useFields, useFieldValues } from '#web/staff/use-fields.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Panel } from '#web/ui/Panel.tsx'

import { AddressFields, CareFields, ContactFields, IdentityFields } from './PatientFields.tsx'
import type { PatientDraft } from './patient-values.ts'
import { PossibleDuplicates } from './PossibleDuplicates.tsx'
import { usePossibleDuplicates } from './use-possible-duplicates.ts'
import { patientFormWords as words } from './words.ts'

type PatientFormProps = {
  initial: PatientDraft
  submitLabel: string
  cancelHref: string
  saving: Saving
  /** @param ruledOut ids of possible duplicates that are different patients */
  onSave: (draft: PatientDraft, ruledOut: string[]) => void
}

type Errors = Partial<Record<PatientField, string>>

const isText = (name: keyof PatientDraft): name is PatientField => name in patientFields

const sections = [
  [words.personal, IdentityFields],
  [words.contact, ContactFields],
  [words.address, AddressFields],
  [words.care, CareFields],
] as const

/** The form of a patient, validated with the same rules as on the server. */
export function PatientForm({ initial, submitLabel, cancelHref, saving, onSave }: PatientFormProps) {
  const { organisation } = useSession()
  const fields = useFields({
    id: 'patient',
    initial,
    check: (draft) => {
      const problems = checkPatient(draft, { today: dateOf(new Date()), minimumAge: organisation.minimumAge })
      return Object.fromEntries(problems.map(({ field, message }) => [field, message])) as Errors // fromEntries forgets the names
    },
    saving,
    wireName: (name) => (isText(name) ? wireNameOf(name) : name),
    validatedWith: (name) => (isText(name) ? fieldsValidatedWith(name) : [name]),
  })
  const { problem, ruledOut, setRuledOut } = usePossibleDuplicates(useFieldValues(fields), saving)
  const save = (ids: string[]) => fields.submit((draft) => onSave(draft, ids))
  return (
    <FieldsForm
      fields={fields}
      submitLabel={submitLabel}
      onSave={(draft) => onSave(draft, ruledOut)}
      actions={<ButtonLink href={cancelHref}>{words.cancel}</ButtonLink>}
      refusal={
        problem?.candidates && (
          <PossibleDuplicates
            key={problem.candidates.map(({ id }) => id).join()}
            problem={problem}
            candidates={problem.candidates}
            ruledOut={ruledOut}
            isSaving={saving.isPending}
            onRuleOut={(ids) => {
              setRuledOut(ids)
              if (problem.candidates?.every(({ id }) => ids.includes(id))) save(ids)
            }}
          />
        )
      }
    >
      {sections.map(([label, Section]) => (
        <Panel key={label}>
          <LabelledSection label={label}>
            <Section fields={fields} />
          </LabelledSection>
        </Panel>
      ))}
    </FieldsForm>
  )
}
