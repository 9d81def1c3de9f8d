import type { RequestSummary } from '#contract/request.ts'
import { scoreText, scoreWords } from '#domain/form/scoring/score-words.ts'
import { Badge } from '#web/ui/Badge.tsx'

type Results = Pick<RequestSummary, 'scores' | 'redFlags'>

export const hasResults = ({ scores, redFlags }: Results) => scores.length > 0 || redFlags.length > 0

/** One line of a list: the red flags first, then every score with its band. */
export function ResultsInRow({ request: { scores, redFlags } }: { request: Results }) {
  const flags = redFlags.map(({ name }) => name).join(', ')
  return (
    <>
      {flags && (
        <>
          <Badge kind="danger" size="xs">
            {redFlags.length === 1 ? 'Red flag' : `${redFlags.length} red flags`}
          </Badge>{' '}
          <span className="clip clip--lg" title={flags}>
            {flags}
          </span>
          {scores.length > 0 && <br />}
        </>
      )}
      {scores.map(({ id, name, ...score }) => (
        <span key={id} className="results__score">
          <span className="clip clip--lg" title={`${name}: ${scoreWords(score)}`}>
            <b>{name}</b> {score.value === null ? scoreText(score) : scoreWords(score)}
          </span>
        </span>
      ))}
    </>
  )
}
