import type { Band, FormProblem, Score } from '#domain/form/definition.ts'
import { formLimits } from '#domain/form/question.ts'
import { hasPoints, scoreRange, type ScoreRange } from '#domain/form/scoring.ts'
import { NumberField } from '#web/staff/forms/builder/editor/SettingsEditor.tsx'
import { ProblemNotes } from '#web/staff/forms/builder/logic/ProblemNotes.tsx'
import { useFormLogic } from '#web/staff/forms/builder/logic/form-logic.ts'
import { focusSoon } from '#web/staff/forms/builder/new-id.ts'
import { questionWords, scoringWords } from '#web/staff/forms/builder/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckboxGroup } from '#web/ui/CheckboxGroup.tsx'
import { FieldGroup } from '#web/ui/FieldGroup.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { formulaWords, pointsWords, scoringFieldId } from './scoring-words.ts'

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

type BandsEditorProps = {
  scoreId: string
  bands: readonly Band[]
  range: ScoreRange
  problems: readonly FormProblem[]
  onChange: (bands: Band[], key?: string) => void
}

const bandWords = scoringWords.bands

const finite = (number: number, otherwise: number) => (Number.isFinite(number) ? number : otherwise)

/** Names for the ranges of a score, from the lowest to the highest. */
export function BandsEditor({ scoreId, bands, range, problems, onChange }: BandsEditorProps) {
  const bandId = (index: number) => scoringFieldId(scoreId, `band-${index}`)
  const set = (index: number, change: Partial<Band>, key?: string) =>
    onChange(
      bands.map((band, at) => (at === index ? { ...band, ...change } : band)),
      key && `${key}:${scoreId}:${index}`,
    )
  const add = () => {
    const highest = bands.length === 0 ? undefined : Math.max(...bands.map(({ to }) => to))
    const from = Number((highest === undefined ? finite(range.min, 0) : highest + range.step).toFixed(6))
    onChange([...bands, { from, to: Math.max(from, finite(range.max, from)), label: '' }])
    focusSoon(bandId(bands.length))
  }
  const remove = (index: number) => {
    onChange(bands.toSpliced(index, 1))
    focusSoon(bands.length > 1 ? bandId(Math.max(0, index - 1)) : `add-band-${scoreId}`)
  }
  return (
    <FieldGroup label={bandWords.label} isOptional hint={bandWords.hint}>
      {bands.map((band, index) => (
        // A band has no id, so the key is the position.
        <div key={index}>
          <div className="band" role="group" aria-label={bandWords.number(index + 1)}>
            <TextField
              id={bandId(index)}
              label={bandWords.name}
              value={band.label}
              onChange={(event) => set(index, { label: event.target.value }, 'band-label')}
            />
            <NumberField
              label={bandWords.from}
              width={4}
              isAlwaysSet
              value={band.from}
              onChange={(from) => set(index, { from }, 'band-from')}
            />
            <NumberField label={bandWords.to} width={4} isAlwaysSet value={band.to} onChange={(to) => set(index, { to }, 'band-to')} />
            <button
              type="button"
              className="icon-button"
              aria-label={bandWords.removeNumber(index + 1)}
              title={bandWords.remove}
              onClick={() => remove(index)}
            >
              <Icon name="close" />
            </button>
          </div>
          <ProblemNotes problems={problems.filter((problem) => problem.band === index)} />
        </div>
      ))}
      {bands.length < formLimits.bands && (
        <Row>
          <Button id={`add-band-${scoreId}`} size="sm" onClick={add}>
            {bandWords.add}
          </Button>
        </Row>
      )}
    </FieldGroup>
  )
}
