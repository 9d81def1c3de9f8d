import { meaningCount } from '#domain/form/difference/difference.ts'
import type { Change, Difference } from '#domain/form/difference/change.ts'
import { Badge, type BadgeKind } from '#web/ui/Badge.tsx'

import './difference.scss'

import { differenceWords as words } from './words.ts'

const states: Record<Difference['state'], { kind: BadgeKind; label: string }> = {
  added: { kind: 'success', label: 'Added' },
  removed: { kind: 'danger', label: 'Removed' },
  changed: { kind: 'info', label: 'Changed' },
}

const placeWords = ({ place, number, title }: Difference) => {
  if (place === 'form') return words.form
  const name = title.trim() || 'Untitled'
  if (place === 'question') return number === undefined ? name : `${number}. ${name}`
  return `${place === 'score' ? 'Score' : words.redFlag}: ${name}`
}

/** The number of changes, and whether answers can still be compared. */
export function summaryOf(differences: readonly Difference[]) {
  const all = differences.reduce((sum, { changes }) => sum + changes.length, 0)
  const meaning = meaningCount(differences)
  if (all === 0) return words.none
  if (meaning === 0) return words.sameMeaning(all)
  return words.meaning(all, meaning)
}

/** Every change, with the text before and after. */
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
  // An added or removed question has no single changes to list.
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

const MeaningBadge = () => <Badge kind="warning">{words.changesMeaning}</Badge>

const BothSides = ({ change: { before, after } }: { change: Change }) => (
  <>
    {before && (
      <p className="difference__side difference__side--before">
        <span className="difference__label">Before</span> <del>{before}</del>
      </p>
    )}
    {after && (
      <p className="difference__side difference__side--after">
        <span className="difference__label">After</span> <ins>{after}</ins>
      </p>
    )}
  </>
)
