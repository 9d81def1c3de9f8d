import { type KeyboardEvent, lazy, memo, Suspense, useState } from 'react'

import { moved } from '#domain/form/editing/edit-definition.ts'
import type { QuestionOption } from '#domain/form/question.ts'
import { focusSoon, newId } from '#web/staff/forms/builder/new-id.ts'
import { optionWords } from '#web/staff/forms/builder/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { FieldGroup } from '#web/ui/FieldGroup.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { Row } from '#web/ui/Layout.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useStable } from '#web/ui/use-stable.ts'

import { NumberField } from './SettingsEditor.tsx'

const EditOptionsDialog = lazy(async () => ({ default: (await import('./EditOptionsDialog.tsx')).EditOptionsDialog }))

type EditOptions = (change: (options: readonly QuestionOption[]) => readonly QuestionOption[], key?: string) => void

type OptionsEditorProps = {
  questionId: string
  options: readonly QuestionOption[]
  /** patients can select several options, so one option can exclude the others */
  isMany: boolean
  /** the error of each option, and of the whole list under -1 */
  errors: ReadonlyMap<number, string>
  onChange: EditOptions
}

export const OptionsEditor = memo(function OptionsEditor({ questionId, options, isMany, errors, onChange }: OptionsEditorProps) {
  const [isEditingText, setEditingText] = useState(false)
  const [hasPoints, setHasPoints] = useState(options.some(({ points }) => points !== undefined))
  const editTextId = `edit-options-${questionId}`
  const fieldId = (value: string) => optionFieldId(questionId, value)
  const insertAfter = useStable((index: number) => {
    const value = newId()
    onChange((now) => now.toSpliced(index + 1, 0, { value, label: '' }))
    focusSoon(fieldId(value))
  })
  const move = useStable((index: number, by: -1 | 1) => {
    const option = options[index]
    onChange((now) => moved(now, index, by))
    if (option) focusSoon(fieldId(option.value))
  })
  const remove = useStable((index: number) => {
    const next = options[index + 1] ?? options[index - 1]
    onChange((now) => now.toSpliced(index, 1))
    focusSoon(next ? fieldId(next.value) : `add-option-${questionId}`)
  })
  const change = useStable((index: number, changed: Partial<QuestionOption>, key: string) =>
    onChange((now) => now.map((option, at) => (at === index ? { ...option, ...changed } : option)), key),
  )
  return (
    <>
      <FieldGroup label={optionWords.options} error={errors.get(-1)}>
        {hasPoints && options.length > 0 && (
          <div className="option-list__heads" aria-hidden="true">
            {optionWords.pointsLabel}
          </div>
        )}
        <ol className="option-list">
          {options.map((option, index) => (
            <OptionRow
              key={option.value}
              fieldId={fieldId(option.value)}
              {...{ option, index, hasPoints, move, remove, change, insertAfter }}
              isLast={index === options.length - 1}
              error={errors.get(index)}
            />
          ))}
        </ol>
        <Row>
          <Button id={`add-option-${questionId}`} size="sm" onClick={() => insertAfter(options.length - 1)}>
            {optionWords.add}
          </Button>
          <Button id={editTextId} size="sm" onClick={() => setEditingText(true)}>
            {optionWords.editAsText}
          </Button>
          <Button size="sm" aria-pressed={hasPoints} onClick={() => setHasPoints(!hasPoints)}>
            {optionWords.pointsLabel}
          </Button>
        </Row>
      </FieldGroup>
      <Suspense>
        {isEditingText && (
          <EditOptionsDialog
            questionId={questionId}
            options={options}
            onApply={(changed) => {
              onChange(() => changed)
              if (changed.some(({ points }) => points !== undefined)) setHasPoints(true)
            }}
            onClose={() => {
              setEditingText(false)
              // After the question about used options there is no opener to which the focus returns by itself.
              focusSoon(editTextId)
            }}
          />
        )}
      </Suspense>
      {isMany && options.length > 1 && <ExclusiveOption options={options} onChange={onChange} />}
    </>
  )
})

/** Selects the option that patients cannot combine with others, such as "None of these". */
function ExclusiveOption({ options, onChange }: Pick<OptionsEditorProps, 'options' | 'onChange'>) {
  const choices = options.filter(({ label }) => label.trim() !== '').map(({ value, label }) => ({ value, label }))
  const { value = '' } = options.find(({ isNone }) => isNone) ?? {}
  return (
    <Select
      label={optionWords.exclusive.label}
      hint={optionWords.exclusive.hint}
      isOptional
      placeholder={optionWords.none}
      options={choices}
      value={value}
      onChange={(event) =>
        onChange((now) => now.map((option) => ({ ...option, isNone: option.value === event.target.value || undefined })))
      }
    />
  )
}

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
      <OptionTool icon="close" words={optionWords.remove} name={name} onClick={() => remove(index)} />
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
