import { memo, type KeyboardEvent } from 'react'

import type { QuestionOption } from '#domain/form/question.ts'
import { optionWords } from '#web/staff/forms/builder/words.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { NumberField } from './NumberField.tsx'

export const optionFieldId = (questionId: string, value: string) => `option-${questionId}-${value}`

type OptionRowProps = {
  fieldId: string
  option: QuestionOption
  index: number
  isLast: boolean
  hasPoints: boolean
  error: string | undefined
  change: (index: number, change: Partial<QuestionOption>, key: string) => void
  insertAfter: (index: number) => void
  move: (index: number, by: -1 | 1) => void
  remove: (index: number) => void
}

export const OptionRow = memo(function OptionRow(props: OptionRowProps) {
  const { fieldId, option, index, isLast, hasPoints, error, change, insertAfter, move, remove } = props
  const { value, label, points } = option
  const name = label || optionWords.unnamed(index + 1)
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') insertAfter(index)
    else if (event.altKey && event.key === 'ArrowUp') move(index, -1)
    else if (event.altKey && event.key === 'ArrowDown') move(index, 1)
    else return
    event.preventDefault()
  }
  return (
    <li className="option-list__option">
      <TextField
        id={fieldId}
        label={optionWords.name(index + 1)}
        isLabelHidden
        value={label}
        error={error}
        onChange={(event) => change(index, { label: event.target.value }, `option:${value}`)}
        onKeyDown={press}
      />
      {hasPoints && (
        <div className="option-list__points">
          <NumberField
            label={optionWords.points(name)}
            isLabelHidden
            width={4}
            value={points}
            onChange={(given) => change(index, { points: given }, `points:${value}`)}
          />
        </div>
      )}
      <OptionTool icon="arrowUp" words={optionWords.moveUp} name={name} isOff={index === 0} onClick={() => move(index, -1)} />
      <OptionTool icon="arrowDown" words={optionWords.moveDown} name={name} isOff={isLast} onClick={() => move(index, 1)} />
      <OptionTool icon="close" words="Remove" name={name} onClick={() => remove(index)} />
    </li>
  )
})

type OptionToolProps = { icon: IconName; words: string; name: string; isOff?: boolean; onClick: () => void }

const OptionTool = ({ icon, words, name, isOff, onClick }: OptionToolProps) => (
  <button
    type="button"
    className="icon-button"
    aria-label={`${words}: ${name}`}
    title={words}
    aria-disabled={isOff || undefined}
    onClick={() => !isOff && onClick()}
  >
    <Icon name={icon} />
  </button>
)
