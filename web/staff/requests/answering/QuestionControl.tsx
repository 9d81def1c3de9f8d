import type { FocusEvent } from 'react'

import type { Question } from '#domain/form/definition.ts'
import type { Control } from '#domain/form/question-type.ts'
import { questionTypes } from '#domain/form/question-types.ts'
import type { Answer } from '#domain/form/question.ts'
import { CheckboxGroup } from '#web/ui/CheckboxGroup.tsx'
import { FieldGroup } from '#web/ui/FieldGroup.tsx'
import { Row } from '#web/ui/Layout.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { formWords as words } from './words.ts'

type Chooses = Extract<Control, { kind: 'choices' }>

/** The key for each option: the label on a scale, else its place. */
const keyOf = ({ choices, ends }: Chooses, at: number) => (ends ? (choices[at]?.label ?? '') : String(at + 1))

/** The option of a typed number; undefined if there is none. */
export function choiceOfKeys(control: Control, keys: string) {
  if (control.kind !== 'choices') return undefined
  return control.choices.find((_choice, at) => keyOf(control, at) === keys)
}

/** The answer after an option was pressed: the option itself, or the options with it added or removed. */
export function withChoice({ isMany, alone }: Chooses, answer: Answer | undefined, value: string): Answer {
  if (!isMany) return value
  const chosen = [answer ?? []].flat().filter((one) => one !== '')
  if (chosen.includes(value)) return chosen.filter((one) => one !== value)
  return value === alone ? [value] : [...chosen.filter((one) => one !== alone), value]
}

type QuestionControlProps = {
  question: Question
  label: string
  answer: Answer | undefined
  error: string | undefined
  /** `isDone`: the answer is whole, as after a choice; otherwise it is saved when the control is left. */
  onChange: (answer: Answer, isDone: boolean) => void
  onLeave: (event: FocusEvent<HTMLElement>) => void
}

/** The control of a question for a user who types the answer. Options have the number of their key. */
export function QuestionControl({ question, label, answer, error, onChange, onLeave }: QuestionControlProps) {
  const control = questionTypes[question.type].control(question)
  const text = typeof answer === 'string' ? answer : ''
  const field = { id: idOf(question), label, hint: question.hint, error, isOptional: !question.required }
  switch (control.kind) {
    case 'none':
      return null
    case 'text': {
      const shared = { ...field, value: text, autoComplete: 'off', onBlur: onLeave }
      const hint = [question.hint, control.expects, control.suffix].filter(Boolean).join(' · ')
      return control.lines > 1 ? (
        <TextArea {...shared} rows={3} onChange={(event) => onChange(event.target.value, false)} />
      ) : (
        <TextField
          {...shared}
          hint={hint}
          inputMode={control.inputMode}
          width={20}
          onChange={(event) => onChange(event.target.value, false)}
        />
      )
    }
    case 'list':
      return (
        <Select
          {...field}
          value={text}
          placeholder={words.select}
          options={control.choices}
          onChange={(event) => onChange(event.target.value, true)}
        />
      )
    case 'choices': {
      const ends = control.ends
      const options = control.choices.map((choice, at) => ({ ...choice, label: ends ? choice.label : `${at + 1}. ${choice.label}` }))
      const hint = [question.hint, ends && [ends.low, ends.high].filter(Boolean).join(' – ')].filter(Boolean).join(' · ')
      return control.isMany ? (
        <CheckboxGroup
          {...field}
          options={options}
          value={[answer ?? []].flat()}
          onChange={(chosen) => onChange(afterTicks(control, [answer ?? []].flat(), chosen), true)}
        />
      ) : (
        <RadioGroup
          {...field}
          hint={hint}
          options={options}
          value={text}
          isInline={ends !== undefined}
          onChange={(value) => onChange(value, true)}
        />
      )
    }
    case 'parts': {
      const parts = control.split(answer)
      const read = (name: string, value: string) => questionTypes[question.type].readPosted(question, { ...parts, [name]: value })
      return (
        <FieldGroup {...field}>
          <Row>
            {control.parts.map(({ name, label: part, width }) => (
              <TextField
                key={name}
                id={`${idOf(question)}-${name}`}
                label={part}
                width={width > 2 ? 4 : 2}
                inputMode="numeric"
                autoComplete="off"
                value={parts[name] ?? ''}
                onChange={(event) => onChange(read(name, event.target.value), false)}
                onBlur={onLeave}
              />
            ))}
          </Row>
        </FieldGroup>
      )
    }
  }
}

/** Ticking the option that excludes the others, or another beside it, leaves only the last one. */
function afterTicks(control: Chooses, before: string[], after: string[]): Answer {
  const added = after.find((one) => !before.includes(one))
  return added === undefined ? after : withChoice(control, before, added)
}

export const idOf = ({ id }: Question) => `answer-${id}`
