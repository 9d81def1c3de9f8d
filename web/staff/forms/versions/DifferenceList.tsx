import { formatCount } from '#domain/amounts.ts'
import { meaningCount } from '#domain/form/difference/difference.ts'
import type { Change, Difference } from '#domain/form/difference/change.ts'
import { Badge, type BadgeKind } from '#web/ui/Badge.tsx'

import './difference.scss'

const states: Record<Difference['state'], { kind: BadgeKind; label: string }> = {
  added: { kind: 'success', label: 'Added' },
  removed: { kind: 'danger', label: 'Removed' },
  changed: { kind: 'info', label: 'Changed' },
}

const placeWords = ({ place, number, title }: Difference) => {
  if (place === 'form') return 'The form'
  const name = title.trim() || 'Untitled'
  if (place === 'question') return number === undefined ? name : `${number}. ${name}`
  return `${place === 'score' ? 'Score' : 'Red flag'}: ${name}`
}

/** How much changed, and whether answers can still be compared. */
export function differenceWords(differences: readonly Difference[]) {
  const all = differences.reduce((sum, { changes }) => sum + changes.length, 0)
  const meaning = meaningCount(differences)
  if (all === 0) return 'Nothing differs.'
  if (meaning === 0) return `${formatCount(all, 'change')}, in words and order only: answers mean what they meant.`
  return `${formatCount(all, 'change')}. ${formatCount(meaning, 'changes', 'change')} what an answer means: do not compare those answers across the two.`
}

/** Every change in its place, what it was and what it is. */
export function DifferenceList({ differences }: { differences: readonly Difference[] }) {
  return (
    <ul className="difference">
      {differences.map((difference) => (
        <OnePlace key={`${difference.place} ${difference.id}`} difference={difference} />
      ))}
    </ul>
  )
}

function OnePlace({ difference }: { difference: Difference }) {
  const { state, changes } = difference
  const { kind, label } = states[state]
  // Of a question that came or went there is nothing more to say than that it did.
  const isWhole = changes[0]?.what === label
  return (
    <li className="difference__place">
      <p className="difference__title">
        <strong>{placeWords(difference)}</strong> <Badge kind={kind}>{label}</Badge> {isWhole && changes[0]?.isMeaning && <MeaningBadge />}
      </p>
      <ul className="difference__changes">
        {changes.map((change, index) => (
          <li key={index} className="difference__change">
            {!isWhole && (
              <p className="difference__what">
                {change.what} {change.isMeaning && <MeaningBadge />}
              </p>
            )}
            <BothSides change={change} />
          </li>
        ))}
      </ul>
    </li>
  )
}

const MeaningBadge = () => <Badge kind="warning">Changes meaning</Badge>

const BothSides = ({ change: { before, after } }: { change: Change }) => (
  <>
    {before && (
      <p className="difference__side difference__side--before">
        <span className="difference__label">Was</span> <del>{before}</del>
      </p>
    )}
    {after && (
      <p className="difference__side difference__side--after">
        <span className="difference__label">Now</span> <ins>{after}</ins>
      </p>
    )}
  </>
)
