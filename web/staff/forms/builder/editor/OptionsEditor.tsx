import { useState, type KeyboardEvent } from 'react'

import { moved, withPastedOptions } from '#domain/form/edit-definition.ts'
import type { QuestionOption } from '#domain/form/question.ts'
import { Button } from '#web/ui/Button.tsx'
import { FieldGroup } from '#web/ui/FieldGroup.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Row } from '#web/ui/Layout.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { focusSoon, newId } from '#web/staff/forms/builder/new-id.ts'

type OptionsEditorProps = {
  questionId: string
  options: readonly QuestionOption[]
  onChange: (options: QuestionOption[], key?: string) => void
  /** what is wrong with an option, or with the whole list under -1 */
  errors: ReadonlyMap<number, string>
}

const fieldId = (questionId: string, value: string) => `option-${questionId}-${value}`

export function OptionsEditor({ questionId, options, onChange, errors }: OptionsEditorProps) {
  const [isPasting, setPasting] = useState(false)
  const insertAfter = (index: number) => {
    const value = newId()
    onChange(options.toSpliced(index + 1, 0, { value, label: '' }))
    focusSoon(fieldId(questionId, value))
  }
  const move = (index: number, by: -1 | 1) => {
    const option = options[index]
    onChange(moved(options, index, by))
    if (option) focusSoon(fieldId(questionId, option.value))
  }
  const remove = (index: number) => {
    const next = options[index + 1] ?? options[index - 1]
    onChange(options.toSpliced(index, 1))
    focusSoon(next ? fieldId(questionId, next.value) : `add-option-${questionId}`)
  }
  const press = (event: KeyboardEvent, index: number) => {
    if (event.key === 'Enter') insertAfter(index)
    else if (event.altKey && event.key === 'ArrowUp') move(index, -1)
    else if (event.altKey && event.key === 'ArrowDown') move(index, 1)
    else return
    event.preventDefault()
  }
  return (
    <FieldGroup label="Options" error={errors.get(-1)}>
      <ol className="option-list">
        {options.map(({ value, label }, index) => (
          <li key={value} className="option-list__option">
            <TextField
              id={fieldId(questionId, value)}
              label={`Option ${index + 1}`}
              isLabelHidden
              value={label}
              error={errors.get(index)}
              onChange={(event) => onChange(options.with(index, { value, label: event.target.value }), `option:${value}`)}
              onKeyDown={(event) => press(event, index)}
            />
            <OptionTools
              label={label || `option ${index + 1}`}
              isFirst={index === 0}
              isLast={index === options.length - 1}
              onMove={(by) => move(index, by)}
              onRemove={() => remove(index)}
            />
          </li>
        ))}
      </ol>
      <Row>
        <Button id={`add-option-${questionId}`} size="sm" onClick={() => insertAfter(options.length - 1)}>
          Add option
        </Button>
        <Button size="sm" aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
          Paste a list
        </Button>
      </Row>
      {isPasting && (
        <PasteList
          onPaste={(text) => {
            onChange(withPastedOptions(options, text, newId))
            setPasting(false)
          }}
        />
      )}
    </FieldGroup>
  )
}

type OptionToolsProps = { label: string; isFirst: boolean; isLast: boolean; onMove: (by: -1 | 1) => void; onRemove: () => void }

function OptionTools({ label, isFirst, isLast, onMove, onRemove }: OptionToolsProps) {
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={`Move up: ${label}`}
        title="Move up"
        aria-disabled={isFirst || undefined}
        onClick={() => !isFirst && onMove(-1)}
      >
        <Icon name="arrowUp" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={`Move down: ${label}`}
        title="Move down"
        aria-disabled={isLast || undefined}
        onClick={() => !isLast && onMove(1)}
      >
        <Icon name="arrowDown" />
      </button>
      <button type="button" className="icon-button" aria-label={`Remove: ${label}`} title="Remove" onClick={onRemove}>
        <Icon name="close" />
      </button>
    </>
  )
}

function PasteList({ onPaste }: { onPaste: (text: string) => void }) {
  const [text, setText] = useState('')
  return (
    <>
      <TextArea
        label="One option a line"
        hint="Bullets and numbers in front are left out, and so is what is there already."
        rows={5}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button size="sm" onClick={() => onPaste(text)}>
        Add these options
      </Button>
    </>
  )
}
