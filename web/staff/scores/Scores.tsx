import type { KeptScore, RaisedFlag } from '#contract/scores.ts'
import { scoreText } from '#domain/form/score-words.ts'
import { LabelledSection, type SectionSize } from '#web/ui/LabelledSection.tsx'
import { Panel } from '#web/ui/Panel.tsx'

import { RedFlagMarks } from './RedFlagMarks.tsx'
import { scoreElement } from './red-flag-places.ts'
import { scoreWords } from './words.ts'

type ScoresProps = {
  scores: readonly KeptScore[]
  /** the red flags that a score raised */
  flagsOf?: (scoreId: string) => readonly RaisedFlag[]
  size?: SectionSize
}

/** The scores of one submission, each with its band and its calculation. */
export function Scores({ scores, flagsOf, size = 'md' }: ScoresProps) {
  if (scores.length === 0) return null
  return (
    <LabelledSection label={scoreWords.scores} size={size} description={scoreWords.description}>
      <Panel>
        <dl className="scores">
          {scores.map((score) => (
            <div key={score.id} id={scoreElement(score.id)} className="ruled-item" tabIndex={-1}>
              <dt>{score.name}</dt>
              <dd>
                <b className={score.value === null ? 'scores__none' : 'scores__value'}>{scoreText(score)}</b>
                {score.band !== null && <span className="scores__band"> {score.band}</span>}
                {score.value !== null && score.band === null && <span className="muted"> {scoreWords.noBand}</span>}
              </dd>
              {score.outOf > 1 && <dd className="scores__formula">{score.formula}</dd>}
              <RedFlagMarks redFlags={flagsOf?.(score.id) ?? []} />
            </div>
          ))}
        </dl>
      </Panel>
    </LabelledSection>
  )
}
