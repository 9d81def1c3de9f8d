import type { Band, FormProblem } from '#domain/form/definition.ts'
import { formLimits } from '#domain/form/question.ts'
import type { ScoreRange } from '#domain/form/scoring.ts'
import { NumberField } from '#web/staff/forms/builder/editor/NumberField.tsx'
import { ProblemNotes } from '#web/staff/forms/builder/logic/ProblemNotes.tsx'
import { focusSoon } from '#web/staff/forms/builder/new-id.ts'
import { scoringWords } from '#web/staff/forms/builder/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { FieldGroup } from '#web/ui/FieldGroup.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Row } from '#web/ui/Layout.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { scoringFieldId } from './field-id.ts'

type BandsEditorProps = {
  scoreId: string
  bands: readonly Band[]
  range: ScoreRange
  problems: readonly FormProblem[]
  onChange: (bands: Band[], key?: string) => void
}

const words = scoringWords.bands

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
    <FieldGroup label="Bands" isOptional hint={words.hint}>
      {bands.map((band, index) => (
        // A band has no id, so the key is the position.
        <div key={index}>
          <div className="band" role="group" aria-label={words.number(index + 1)}>
            <TextField
              id={bandId(index)}
              label={words.name}
              value={band.label}
              onChange={(event) => set(index, { label: event.target.value }, 'band-label')}
            />
            <NumberField label="From" width={4} isAlwaysSet value={band.from} onChange={(from) => set(index, { from }, 'band-from')} />
            <NumberField label="To" width={4} isAlwaysSet value={band.to} onChange={(to) => set(index, { to }, 'band-to')} />
            <button
              type="button"
              className="icon-button"
              aria-label={words.removeNumber(index + 1)}
              title={words.remove}
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
            {words.add}
          </Button>
        </Row>
      )}
    </FieldGroup>
  )
}
