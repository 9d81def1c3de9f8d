import { meaningCount, type Change, type Difference } from '#domain/form/difference/difference.ts'
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
  return place === 'question' ? `${number}. ${name}` : `${place === 'score' ? 'Score' : 'Red flag'}: ${name}`
}

const counted = (count: number, one: string, many = `${one}s`) => `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`

/** How much changed, and whether answers can still be compared. */
export function differenceWords(differences: readonly Difference[]) {
  const all = differences.reduce((sum, { changes }) => sum + changes.length, 0)
  const meaning = meaningCount(differences)
  if (all === 0) return 'Nothing differs.'
  if (meaning === 0) return `${counted(all, 'change')}, in words and order only: answers mean what they meant.`
  return `${counted(all, 'change')}. ${counted(meaning, 'changes', 'change')} what an answer means: do not compare those answers across the two.`
}

/** Every change in its place, what it was and what it is. */
export function DifferenceList({ differences }: { differences: readonly Difference[] }) {
  return (
    <ul className="difference">
      {differences.map((difference) => (
        <li key={`${difference.place} ${difference.id}`} className="difference__place">
          <p className="difference__title">
            <strong>{placeWords(difference)}</strong> <Badge kind={states[difference.state].kind}>{states[difference.state].label}</Badge>
          </p>
          <ul className="difference__changes">
            {difference.changes.map((change, index) => (
              <OneChange key={index} change={change} isWhole={change.what === states[difference.state].label} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function OneChange({ change: { what, before, after, isMeaning }, isWhole }: { change: Change; isWhole: boolean }) {
  return (
    <li className="difference__change">
      {(!isWhole || isMeaning) && (
        <p className="difference__what">
          {!isWhole && what} {isMeaning && <Badge kind="warning">Changes meaning</Badge>}
        </p>
      )}
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
    </li>
  )
}
