import type { KeptScore } from '#contract/scores.ts'
import { scoreText } from '#domain/form/score-words.ts'
import { LabelledSection, type SectionSize } from '#web/ui/LabelledSection.tsx'
import { Panel } from '#web/ui/Panel.tsx'

import { scoreWords } from './words.ts'

type ScoresProps = { scores: readonly KeptScore[]; size?: SectionSize }

/** The scores of one submission, each with its band and its calculation. */
export function Scores({ scores, size = 'md' }: ScoresProps) {
  if (scores.length === 0) return null
  return (
    <LabelledSection label={scoreWords.scores} size={size} description={scoreWords.description}>
      <Panel>
        <dl className="scores">
          {scores.map((score) => (
            <div key={score.id} className="ruled-item">
              <dt>{score.name}</dt>
              <dd>
                <b className={score.value === null ? 'scores__none' : 'scores__value'}>{scoreText(score)}</b>
                {score.band !== null && <span className="scores__band"> {score.band}</span>}
                {score.value !== null && score.band === null && <span className="muted"> {scoreWords.noBand}</span>}
              </dd>
              {score.outOf > 1 && <dd className="scores__formula">{score.formula}</dd>}
            </div>
          ))}
        </dl>
      </Panel>
    </LabelledSection>
  )
}
