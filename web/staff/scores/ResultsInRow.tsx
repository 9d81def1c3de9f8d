import type { RequestSummary } from '#contract/request-records.ts'
import { scoreWords } from '#domain/form/scoring.ts'

type Results = Pick<RequestSummary, 'scores' | 'redFlags'>

/** Below what stands in a cell: the red flags first, then every score with its band, each on one line. */
export function ResultsInRow({ request: { scores, redFlags } }: { request: Results }) {
  return (
    <>
      {redFlags.map(({ id, name }) => (
        <span key={id} className="result-line result-line--urgent" title={name}>
          Red flag: {name}
        </span>
      ))}
      {scores.map((score) => (
        <span key={score.id} className="result-line" title={`${score.name}: ${scoreWords(score)}`}>
          <b>{score.name}</b> {scoreWords(score)}
        </span>
      ))}
    </>
  )
}
