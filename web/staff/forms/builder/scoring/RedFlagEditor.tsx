import type { FormProblem, RedFlag } from '#domain/form/definition.ts'
import { isAsked } from '#domain/form/path.ts'
import { NumberField } from '#web/staff/forms/builder/editor/SettingsEditor.tsx'
import { addRuleId, ConditionEditor } from '#web/staff/forms/builder/logic/ConditionEditor.tsx'
import { ruleFieldId } from '#web/staff/forms/builder/logic/RuleEditor.tsx'
import { ProblemNotes } from '#web/staff/forms/builder/logic/ProblemNotes.tsx'
import { ruleAbout, useFormLogic } from '#web/staff/forms/builder/logic/form-logic.ts'
import { focusSoon } from '#web/staff/forms/builder/new-id.ts'
import { scoringWords } from '#web/staff/forms/builder/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { scoringFieldId } from './scoring-words.ts'

const words = scoringWords.redFlag

/** From 1 minute to 1 week. */
const wholeMinutes = (minutes: number) => Math.min(10_080, Math.max(1, Math.round(minutes)))

export function RedFlagEditor({ flag, onChange, onRemove }: RedFlagEdit & { onRemove: () => void }) {
  const { problems } = useFormLogic()
  const shown = problems.filter((problem) => problem.redFlag === flag.id && !problem.isUnfinished)
  return (
    <fieldset className="scoring__item scoring__item--flag">
      <legend>{words.legend(flag.name.trim())}</legend>
      <Stack>
        <TextField
          id={scoringFieldId(flag.id, 'name')}
          label={words.name.label}
          hint={words.name.hint}
          value={flag.name}
          error={shown.find(({ field }) => field === 'name')?.message}
          onChange={(event) => onChange({ ...flag, name: event.target.value }, `flag-name:${flag.id}`)}
        />
        <RaisedBy flag={flag} onChange={onChange} />
        <NumberField
          label={words.alert.label}
          hint={words.alert.hint}
          isOptional
          width={4}
          value={flag.alertMinutes}
          onChange={(minutes) => onChange({ ...flag, alertMinutes: minutes && wholeMinutes(minutes) }, `flag-minutes:${flag.id}`)}
        />
        <div>
          <Button size="sm" kind="urgent-secondary" onClick={onRemove}>
            {words.delete}
          </Button>
        </div>
      </Stack>
    </fieldset>
  )
}

export type RedFlagEdit = { flag: RedFlag; onChange: (flag: RedFlag, key?: string) => void }

/** The condition that raises a red flag: answers or a score. */
export function RaisedBy({ flag, onChange }: RedFlagEdit) {
  const { definition, problems } = useFormLogic()
  const { id, answers, score } = flag
  const { scores = [] } = definition
  const askable = definition.questions.filter(isAsked)
  const [first] = askable
  const own = problems.filter((problem) => problem.redFlag === id)
  if (answers)
    return (
      <ConditionEditor
        ownerId={id}
        condition={answers}
        askable={askable}
        problems={own.filter(({ field }) => field === 'answers')}
        onChange={(condition, key) => onChange({ ...flag, answers: condition }, key)}
      />
    )
  if (score) return <ScoreReached {...{ flag, onChange }} problems={own.filter(({ field }) => field === 'score')} />
  return (
    <Row>
      {first && (
        <Button
          id={addRuleId(id)}
          size="sm"
          onClick={() => {
            onChange({ ...flag, answers: { match: 'all', rules: [ruleAbout(first, undefined)] } })
            focusSoon(ruleFieldId(id, 0))
          }}
        >
          {words.addAnswers}
        </Button>
      )}
      {scores[0] && (
        <Button
          size="sm"
          onClick={() => {
            onChange({ ...flag, score: { score: scores[0]?.id ?? '', atLeast: 1 } })
            focusSoon(scoringFieldId(id, 'score'))
          }}
        >
          {words.addScore}
        </Button>
      )}
    </Row>
  )
}

type ScoreReachedProps = RedFlagEdit & { problems: readonly FormProblem[] }

function ScoreReached({ flag, onChange, problems }: ScoreReachedProps) {
  const { scores = [] } = useFormLogic().definition
  const { id, score } = flag
  if (!score) return null
  const isKnown = scores.some((one) => one.id === score.score)
  const options = [
    ...(isKnown ? [] : [{ value: score.score, label: scoringWords.deletedScore, disabled: true }]),
    ...scores.map((one) => ({ value: one.id, label: one.name || scoringWords.untitledScore })),
  ]
  return (
    <div>
      <div className="band">
        <Select
          id={scoringFieldId(id, 'score')}
          label={words.score}
          options={options}
          value={score.score}
          onChange={(event) => onChange({ ...flag, score: { ...score, score: event.target.value } })}
        />
        <NumberField
          label={words.atLeast}
          width={4}
          isAlwaysSet
          value={score.atLeast}
          onChange={(atLeast) => onChange({ ...flag, score: { ...score, atLeast } }, `flag-score:${id}`)}
        />
        <Button
          size="sm"
          onClick={() => {
            onChange({ ...flag, score: undefined })
            focusSoon(addRuleId(id))
          }}
        >
          {words.removeScore}
        </Button>
      </div>
      <ProblemNotes problems={problems} />
    </div>
  )
}
