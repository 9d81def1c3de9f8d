import { memo, useState } from 'react'

import { moved } from '#domain/form/editing/edit-definition.ts'
import type { QuestionOption } from '#domain/form/question.ts'
import { focusSoon, newId } from '#web/staff/forms/builder/new-id.ts'
import { optionWords } from '#web/staff/forms/builder/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { FieldGroup } from '#web/ui/FieldGroup.tsx'
import { Row } from '#web/ui/Layout.tsx'
import { Select } from '#web/ui/Select.tsx'
import { useStable } from '#web/ui/use-stable.ts'

import { optionFieldId, OptionRow } from './OptionRow.tsx'
import { PasteOptions } from './PasteOptions.tsx'

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
  const [isPasting, setPasting] = useState(false)
  const [hasPoints, setHasPoints] = useState(options.some(({ points }) => points !== undefined))
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
      <FieldGroup label="Options" error={errors.get(-1)}>
        {hasPoints && options.length > 0 && (
          <div className="option-list__heads" aria-hidden="true">
            Points
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
          <Button size="sm" aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
            {optionWords.pasteList}
          </Button>
          <Button size="sm" aria-pressed={hasPoints} onClick={() => setHasPoints(!hasPoints)}>
            Points
          </Button>
        </Row>
        {isPasting && <PasteOptions options={options} onPaste={(pasted) => onChange(() => pasted)} onClose={() => setPasting(false)} />}
      </FieldGroup>
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
      placeholder="None"
      options={choices}
      value={value}
      onChange={(event) =>
        onChange((now) => now.map((option) => ({ ...option, isNone: option.value === event.target.value || undefined })))
      }
    />
  )
}
