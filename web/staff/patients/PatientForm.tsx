import { type ReactNode, useEffect, useRef, useState } from 'react'

import type { PossibleDuplicate } from '#contract/patients.ts'
import type { ProblemBody } from '#contract/problems.ts'
import { formatDate } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { checkPatient, fieldsValidatedWith, type PatientField } from '#domain/patient-rules.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { type Saving, useFields, useFieldValues } from '#web/staff/use-fields.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button, buttonClass, ButtonLink } from '#web/ui/Button.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { SummaryList, type SummaryRow } from '#web/ui/SummaryList.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'

import { AddressFields, CareFields, ContactFields, IdentityFields } from './PatientFields.tsx'
import { isText, type PatientDraft, wireName } from './patient-values.ts'
import { duplicateWords, patientFormWords } from './words.ts'

type PatientFormProps = {
  initial: PatientDraft
  submitLabel: string
  cancelHref: string
  saving: Saving
  /** a refusal other than possible duplicates, shown above the fields */
  refusal?: ReactNode
  /** @param ruledOut ids of possible duplicates that are different patients */
  onSave: (draft: PatientDraft, ruledOut: string[]) => void
}

type Errors = Partial<Record<PatientField, string>>

const sections = [
  [patientFormWords.personal, IdentityFields],
  [patientFormWords.contact, ContactFields],
  [patientFormWords.address, AddressFields],
  [patientFormWords.care, CareFields],
] as const

/** The form of a patient, validated with the same rules as on the server. */
export function PatientForm({ initial, submitLabel, cancelHref, saving, refusal, onSave }: PatientFormProps) {
  const { organisation } = useSession()
  const fields = useFields({
    id: 'patient',
    initial,
    check: (draft) => {
      const problems = checkPatient(draft, { today: dateOf(new Date()), minimumAge: organisation.minimumAge })
      return Object.fromEntries(problems.map(({ field, message }) => [field, message])) as Errors // fromEntries forgets the names
    },
    saving,
    wireName,
    validatedWith: (name) => (isText(name) ? fieldsValidatedWith(name) : [name]),
  })
  const { problem, ruledOut, setRuledOut } = usePossibleDuplicates(useFieldValues(fields), saving)
  const save = (ids: string[]) => fields.submit((draft) => onSave(draft, ids))
  return (
    <FieldsForm
      fields={fields}
      submitLabel={submitLabel}
      onSave={(draft) => onSave(draft, ruledOut)}
      actions={<ButtonLink href={cancelHref}>{patientFormWords.cancel}</ButtonLink>}
      refusal={
        problem?.candidates ? (
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
        ) : (
          refusal
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

type PossibleDuplicatesProps = {
  problem: ProblemBody
  candidates: readonly PossibleDuplicate[]
  ruledOut: readonly string[]
  isSaving: boolean
  onRuleOut: (ids: string[]) => void
}

/**
 * The possible duplicates of the patient: the user opens one or says that it is a different person, and neither loses what was typed
 * (PAT-4).
 */
function PossibleDuplicates({ problem, candidates, ruledOut, isSaving, onRuleOut }: PossibleDuplicatesProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const isNumberTaken = problem.code !== 'possible_duplicate'
  return (
    <section className="duplicates" aria-labelledby="duplicates-title">
      <h2 id="duplicates-title" ref={heading} tabIndex={-1}>
        {isNumberTaken ? duplicateWords.numberInUse : duplicateWords.title(candidates.length)}
      </h2>
      <p role="alert">{problem.detail}</p>
      <ul className="duplicates__list">
        {candidates.map((candidate) => (
          <li key={candidate.id}>
            <Card
              candidate={candidate}
              isRuledOut={ruledOut.includes(candidate.id)}
              isSaving={isSaving}
              {...(!isNumberTaken && {
                onDecide: (isDifferent: boolean) => {
                  const others = ruledOut.filter((id) => id !== candidate.id)
                  onRuleOut(isDifferent ? [...others, candidate.id] : others)
                },
              })}
            />
          </li>
        ))}
      </ul>
      <p className="muted">
        {duplicateWords.samePersonHint} {isNumberTaken ? duplicateWords.correctNumber : duplicateWords.howToSave(candidates.length)}
      </p>
    </section>
  )
}

type CardProps = { candidate: PossibleDuplicate; isRuledOut: boolean; isSaving: boolean; onDecide?: (isDifferent: boolean) => void }

function Card({ candidate, isRuledOut, isSaving, onDecide }: CardProps) {
  const { id, fullName, archived } = candidate
  return (
    <article className="duplicate" aria-labelledby={`duplicate-${id}`}>
      <div className="duplicate__head">
        <h3 id={`duplicate-${id}`}>{fullName}</h3>
        {archived && <Badge kind="dark">{duplicateWords.archived}</Badge>}
        {isRuledOut && !isSaving && <Badge>{duplicateWords.different}</Badge>}
      </div>
      <p className="muted">{duplicateWords.same(list.format(candidate.agreesIn.map((detail) => duplicateWords.details[detail])))}</p>
      <SummaryList rows={rowsOf(candidate)} />
      <div className="duplicate__actions">
        <a className={buttonClass({ size: 'sm' })} href={pathTo('patientDetails', { id })} target="_blank" rel="noopener noreferrer">
          {duplicateWords.samePerson}
          <VisuallyHidden>{duplicateWords.opensInNewTab(fullName)}</VisuallyHidden>
        </a>
        {/* One button, so that it keeps the focus. */}
        {onDecide && (
          <Button size="sm" isPending={isSaving} onClick={() => onDecide(!isRuledOut)}>
            {isRuledOut && !isSaving ? duplicateWords.undo : duplicateWords.different}
            <VisuallyHidden>{duplicateWords.of(fullName)}</VisuallyHidden>
          </Button>
        )}
      </div>
    </article>
  )
}

const list = new Intl.ListFormat('en-GB')

function rowsOf({ nhsNumber, localPatientId, dateOfBirth, address }: PossibleDuplicate): SummaryRow[] {
  const { line1, line2, town, county, postcode } = address
  return [
    { label: duplicateWords.rows.dateOfBirth, value: formatDate(dateOfBirth) },
    { label: duplicateWords.rows.nhsNumber, value: nhsNumber && formatNhsNumber(nhsNumber) },
    { label: duplicateWords.rows.address, value: [line1, line2, town, county, postcode].filter(Boolean).join(', ') },
    { label: duplicateWords.rows.localPatientId, value: localPatientId },
  ]
}

/**
 * The refusal that names possible duplicates, and which of them the user ruled out. After a change of the name, date of birth, postcode or
 * NHS number the user has to decide again.
 */
function usePossibleDuplicates(values: PatientDraft, { error, isPending }: Saving) {
  const { nhsNumber, firstName, lastName, dateOfBirth, postcode } = values
  const identity = JSON.stringify([nhsNumber, firstName, lastName, dateOfBirth, postcode])
  const [marked, setMarked] = useState<{ identity: string; ids: string[] }>({ identity, ids: [] })
  // A refusal stays on the screen while the patient is sent again: it holds the focus.
  const [last, setLast] = useState<ProblemBody>()
  const problem = isPending ? last : error instanceof ApiProblem ? error.body : undefined
  if (problem !== last) setLast(problem)
  return {
    problem,
    ruledOut: marked.identity === identity ? marked.ids : [],
    setRuledOut: (ids: string[]) => setMarked({ identity, ids }),
  }
}
