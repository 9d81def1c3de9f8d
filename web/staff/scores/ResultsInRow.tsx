import type { RequestSummary } from '#contract/request-records.ts'
import { scoreWords } from '#domain/form/score-words.ts'

import { namedRedFlag } from './red-flag-words.ts'

type Results = Pick<RequestSummary, 'scores' | 'redFlags'>

/** The red flags and scores under the text of a table cell, each on one line. */
export function ResultsInRow({ request: { scores, redFlags } }: { request: Results }) {
  return (
    <>
      {redFlags.map(({ id, name }) => (
        <span key={id} className="result-line result-line--urgent" title={name}>
          {namedRedFlag(name)}
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
