import { NumberField } from '#web/staff/forms/builder/editor/NumberField.tsx'
import { useFormLogic } from '#web/staff/forms/builder/logic/form-logic.ts'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { scoringFieldId } from './field-id.ts'
import { RaisedBy, type RedFlagEdit } from './RaisedBy.tsx'

/** From a minute to a week. */
const wholeMinutes = (minutes: number) => Math.min(10_080, Math.max(1, Math.round(minutes)))

export function RedFlagEditor({ flag, onChange, onRemove }: RedFlagEdit & { onRemove: () => void }) {
  const { problems } = useFormLogic()
  const told = problems.filter((problem) => problem.redFlag === flag.id && !problem.isUnfinished)
  return (
    <fieldset className="scoring__item scoring__item--flag">
      <legend>Red flag{flag.name.trim() && `: ${flag.name.trim()}`}</legend>
      <Stack>
        <TextField
          id={scoringFieldId(flag.id, 'name')}
          label="Name of the red flag"
          hint="What your colleagues read, such as Chest pain now."
          value={flag.name}
          error={told.find(({ field }) => field === 'name')?.message}
          onChange={(event) => onChange({ ...flag, name: event.target.value }, `flag-name:${flag.id}`)}
        />
        <RaisedBy flag={flag} onChange={onChange} />
        <NumberField
          label="Alert after minutes"
          hint="If nobody has opened the answers by then, whoever the request is assigned to is told, or else the administrators."
          isOptional
          width={4}
          value={flag.alertMinutes}
          onChange={(minutes) => onChange({ ...flag, alertMinutes: minutes && wholeMinutes(minutes) }, `flag-minutes:${flag.id}`)}
        />
        <div>
          <Button size="sm" kind="urgent-secondary" onClick={onRemove}>
            Delete red flag
          </Button>
        </div>
      </Stack>
    </fieldset>
  )
}
