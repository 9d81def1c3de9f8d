import type { Score } from '#domain/form/definition.ts'
import { hasPoints, scoreRange } from '#domain/form/scoring.ts'
import { useFormLogic } from '#web/staff/forms/builder/logic/form-logic.ts'
import { ProblemNotes } from '#web/staff/forms/builder/logic/ProblemNotes.tsx'
import { questionWords, scoringWords } from '#web/staff/forms/builder/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckboxGroup } from '#web/ui/CheckboxGroup.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { BandsEditor } from './BandsEditor.tsx'
import { scoringFieldId } from './field-id.ts'
import { formulaWords, pointsWords } from './scoring-words.ts'

const words = scoringWords.score

type ScoreEditorProps = { score: Score; onChange: (score: Score, key?: string) => void; onRemove: () => void }

export function ScoreEditor({ score, onChange, onRemove }: ScoreEditorProps) {
  const { definition, problems } = useFormLogic()
  const { id, name, questions, bands } = score
  const own = problems.filter((problem) => problem.score === id)
  const problemsOf = (field: string) => own.filter((problem) => problem.field === field && !problem.isUnfinished)
  const offered = definition.questions.filter(hasPoints)
  // A deleted question stays selected until the author removes it.
  const inOrder = (chosen: readonly string[]) => {
    const shown = offered.filter((one) => chosen.includes(one.id)).map((one) => one.id)
    return [...shown, ...questions.filter((one) => !offered.some((question) => question.id === one))]
  }
  return (
    <fieldset className="scoring__item">
      <legend>{words.legend(name.trim())}</legend>
      <Stack>
        <TextField
          id={scoringFieldId(id, 'name')}
          label={words.name.label}
          hint={words.name.hint}
          value={name}
          error={problemsOf('name')[0]?.message}
          onChange={(event) => onChange({ ...score, name: event.target.value }, `score-name:${id}`)}
        />
        {offered.length === 0 ? (
          <p className="muted">{words.noQuestions}</p>
        ) : (
          <CheckboxGroup
            id={scoringFieldId(id, 'questions')}
            label={words.questions}
            options={offered.map((question) => ({
              value: question.id,
              label: question.title || questionWords.untitled(question.type),
              hint: pointsWords(question),
            }))}
            value={questions}
            onChange={(chosen) => onChange({ ...score, questions: inOrder(chosen) })}
          />
        )}
        <ProblemNotes problems={problemsOf('questions')} />
        {questions.length > 0 && <p className="scoring__formula">{formulaWords(definition, score)}</p>}
        <BandsEditor
          scoreId={id}
          bands={bands}
          range={scoreRange(definition, score)}
          problems={problemsOf('bands')}
          onChange={(changed, key) => onChange({ ...score, bands: changed }, key)}
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
