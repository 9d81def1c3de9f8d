import { NumberField } from '#web/staff/forms/builder/editor/NumberField.tsx'
import { useFormLogic } from '#web/staff/forms/builder/logic/form-logic.ts'
import { scoringWords } from '#web/staff/forms/builder/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { scoringFieldId } from './field-id.ts'
import { RaisedBy, type RedFlagEdit } from './RaisedBy.tsx'

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
