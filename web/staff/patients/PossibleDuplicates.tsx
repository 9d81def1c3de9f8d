import { useEffect, useRef } from 'react'

import type { PossibleDuplicate } from '#contract/patients.ts'
import type { ProblemBody } from '#contract/problems.ts'
import { formatDate } from '#domain/dates.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { pathTo } from '#web/staff/paths.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { SummaryList, type SummaryRow } from '#web/ui/SummaryList.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'

import { duplicateWords as words } from './words.ts'

type PossibleDuplicatesProps = {
  problem: ProblemBody
  candidates: readonly PossibleDuplicate[]
  ruledOut: readonly string[]
  isSaving: boolean
  onRuleOut: (ids: string[]) => void
}

/** The patients who may be the one that is written down: each is the same person or a different patient, and neither choice loses what was typed (PAT-4). */
export function PossibleDuplicates({ problem, candidates, ruledOut, isSaving, onRuleOut }: PossibleDuplicatesProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const isNumberTaken = problem.code !== 'possible_duplicate'
  return (
    <section className="duplicates" aria-labelledby="duplicates-title">
      <h2 id="duplicates-title" ref={heading} tabIndex={-1}>
        {isNumberTaken ? words.numberInUse : words.title(candidates.length)}
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
        {words.samePersonHint} {isNumberTaken ? words.correctNumber : words.howToSave(candidates.length)}
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
        {archived && <Badge kind="dark">{words.archived}</Badge>}
        {isRuledOut && !isSaving && <Badge>{words.different}</Badge>}
      </div>
      <p className="muted">{words.same(list.format(candidate.agreesIn.map((detail) => words.details[detail])))}</p>
      <SummaryList rows={rowsOf(candidate)} />
      <div className="duplicate__actions">
        <a className={buttonClass({ size: 'sm' })} href={pathTo('patientDetails', { id })} target="_blank" rel="noopener noreferrer">
          {words.samePerson}
          <VisuallyHidden>{words.opensInNewTab(fullName)}</VisuallyHidden>
        </a>
        {/* One button, so that it keeps the focus. */}
        {onDecide && (
          <Button size="sm" isPending={isSaving} onClick={() => onDecide(!isRuledOut)}>
            {isRuledOut && !isSaving ? words.undo : words.different}
            <VisuallyHidden>{words.of(fullName)}</VisuallyHidden>
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
    { label: words.rows.dateOfBirth, value: formatDate(dateOfBirth) },
    { label: words.rows.nhsNumber, value: nhsNumber && formatNhsNumber(nhsNumber) },
    { label: words.rows.address, value: [line1, line2, town, county, postcode].filter(Boolean).join(', ') },
    { label: words.rows.localPatientId, value: localPatientId },
  ]
}
