import type { FormDefinition } from '#domain/form/definition.ts'
import { formLimits } from '#domain/form/question.ts'
import type { RedFlag } from '#domain/form/definition.ts'
import type { Score } from '#domain/form/definition.ts'
import { useFormLogic } from '#web/staff/forms/builder/logic/form-logic.ts'
import { focusSoon, newId } from '#web/staff/forms/builder/new-id.ts'
import { scoringWords } from '#web/staff/forms/builder/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'

import { scoringFieldId } from './scoring-words.ts'
import { RedFlagEditor } from './RedFlagEditor.tsx'
import { ScoreEditor } from './ScoreEditor.tsx'
import './scoring.scss'

const orNone = <T,>(items: T[]) => (items.length === 0 ? undefined : items)

/** The scores and red flags of a form. */
export function ScoringEditor() {
  const { definition, edit } = useFormLogic()
  const { scores = [], redFlags = [] } = definition
  const editScores = (change: (scores: Score[]) => Score[], key?: string) =>
    edit((now) => ({ ...now, scores: orNone(change(now.scores ?? [])) }), key)
  const editFlags = (change: (flags: RedFlag[]) => RedFlag[], key?: string) =>
    edit((now) => ({ ...now, redFlags: orNone(change(now.redFlags ?? [])) }), key)
  const addScore = () => {
    const id = newId()
    editScores((now) => [...now, { id, name: '', questions: [], bands: [] }])
    focusSoon(scoringFieldId(id, 'name'))
  }
  const addFlag = () => {
    const id = newId()
    editFlags((now) => [...now, { id, name: '' }])
    focusSoon(scoringFieldId(id, 'name'))
  }
  return (
    <details className="builder__settings scoring">
      <summary>
        {scoringWords.title} <span className="scoring__state">{stateWords(definition)}</span>
      </summary>
      <Stack>
        <p className="muted">{scoringWords.introduction}</p>
        {scores.map((score) => (
          <ScoreEditor
            key={score.id}
            score={score}
            onChange={(changed, key) => editScores((now) => now.map((one) => (one.id === score.id ? changed : one)), key)}
            onRemove={() => {
              editScores((now) => now.filter((one) => one.id !== score.id))
              focusSoon('add-score')
            }}
          />
        ))}
        {redFlags.map((flag) => (
          <RedFlagEditor
            key={flag.id}
            flag={flag}
            onChange={(changed, key) => editFlags((now) => now.map((one) => (one.id === flag.id ? changed : one)), key)}
            onRemove={() => {
              editFlags((now) => now.filter((one) => one.id !== flag.id))
              focusSoon('add-red-flag')
            }}
          />
        ))}
        <Row>
          <Button id="add-score" size="sm" disabled={scores.length >= formLimits.scores} onClick={addScore}>
            {scoringWords.addScore}
          </Button>
          <Button id="add-red-flag" size="sm" disabled={redFlags.length >= formLimits.redFlags} onClick={addFlag}>
            {scoringWords.addRedFlag}
          </Button>
        </Row>
      </Stack>
    </details>
  )
}

function stateWords({ scores = [], redFlags = [] }: FormDefinition) {
  const parts = [
    ...(scores.length > 0 ? [scoringWords.scoreCount(scores.length)] : []),
    ...(redFlags.length > 0 ? [scoringWords.redFlagCount(redFlags.length)] : []),
  ]
  return parts.join(', ') || scoringWords.none
}
