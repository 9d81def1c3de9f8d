import { useState } from 'react'

import type { Question } from '#domain/form/definition.ts'
import { questionTypes } from '#domain/form/question-types.ts'
import type { SettingName } from '#domain/form/question.ts'
import { editorWords } from '#web/staff/forms/builder/words.ts'
import { Row } from '#web/ui/Layout.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { type InputWidth, TextField } from '#web/ui/TextField.tsx'

type SettingsEditorProps = {
  question: Question
  errorOf: (setting: SettingName) => string | undefined
  onChange: (change: Partial<Question>, key?: string) => void
}
type Editor = (props: SettingsEditorProps) => React.ReactNode

const lengths = [
  { value: 'short', label: editorWords.length.short },
  { value: 'long', label: editorWords.length.long },
]

const number =
  (setting: 'min' | 'max' | 'decimals', label: string, hint: string): Editor =>
  ({ question, errorOf, onChange }) => (
    <NumberField
      key={question.id}
      label={label}
      hint={hint}
      isOptional
      width={4}
      value={question[setting]}
      error={errorOf(setting)}
      onChange={(value) => onChange({ [setting]: value }, setting)}
    />
  )

const words =
  (setting: 'unit' | 'lowLabel' | 'highLabel', label: string, hint: string, width: 10 | 20): Editor =>
  ({ question, errorOf, onChange }) => (
    <TextField
      label={label}
      hint={hint}
      isOptional
      width={width}
      value={question[setting] ?? ''}
      error={errorOf(setting)}
      onChange={(event) => onChange({ [setting]: event.target.value || undefined }, setting)}
    />
  )

const long: Editor = ({ question, onChange }) => (
  <RadioGroup
    label={editorWords.length.label}
    isInline
    options={lengths}
    value={question.long ? 'long' : 'short'}
    onChange={(length) => onChange({ long: length === 'long' || undefined })}
  />
)

const body: Editor = ({ question, errorOf, onChange }) => (
  <TextArea
    label={editorWords.text}
    hint={question.type === 'section' && editorWords.sectionText}
    isOptional={question.type === 'section'}
    rows={6}
    value={question.body ?? ''}
    error={errorOf('body')}
    onChange={(event) => onChange({ body: event.target.value }, 'body')}
  />
)

/** Options have a separate editor. */
const editors: Record<Exclude<SettingName, 'options'>, Editor> = {
  long,
  body,
  unit: words('unit', editorWords.unit, editorWords.unitHint, 10),
  min: number('min', editorWords.min, editorWords.limitHint),
  max: number('max', editorWords.max, editorWords.limitHint),
  decimals: number('decimals', editorWords.decimals.label, editorWords.decimals.hint),
  lowLabel: words('lowLabel', editorWords.lowLabel.label, editorWords.lowLabel.hint, 20),
  highLabel: words('highLabel', editorWords.highLabel.label, editorWords.highLabel.hint, 20),
}

/** The settings that belong to the type of the question. */
export function SettingsEditor(props: SettingsEditorProps) {
  const own = questionTypes[props.question.type].settings.filter((setting) => setting !== 'options')
  if (own.length === 0) return null
  const drawn = own.map((setting) => {
    const Editor = editors[setting]
    return <Editor key={setting} {...props} />
  })
  return own.length === 1 ? drawn : <Row gap="md">{drawn}</Row>
}

type Words = { label: string; hint?: string; isOptional?: boolean; isLabelHidden?: boolean; width: InputWidth; error?: string | undefined }
type OptionalNumber = { value: number | undefined; onChange: (value: number | undefined) => void; isAlwaysSet?: never }
/** A number that is always set. An empty field keeps the last number, and shows it again when the field loses the focus. */
type AlwaysNumber = { value: number; onChange: (value: number) => void; isAlwaysSet: true }

const numberIn = (text: string) => (/^-?\d{1,9}(\.\d{1,6})?$/.test(text.trim()) ? Number(text) : undefined)

/** A number field. Text that is not a number yet, such as a single minus, stays in the field during typing. */
export function NumberField({ value, error, onChange, isAlwaysSet, ...words }: Words & (OptionalNumber | AlwaysNumber)) {
  const [{ typed, given }, setState] = useState({ typed: value?.toString() ?? '', given: value })
  const [isLeft, setLeft] = useState(false)
  // A value that did not come from this field came from an undo or from another user, so the field shows that value.
  const text = given === value && !(isAlwaysSet && isLeft && numberIn(typed) === undefined) ? typed : (value?.toString() ?? '')
  const isNumber = !isLeft || text.trim() === '' || numberIn(text) !== undefined
  const give = (number: number | undefined) => {
    if (!isAlwaysSet) onChange(number)
    else if (number !== undefined) onChange(number)
  }
  return (
    <TextField
      {...words}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      error={isNumber ? error : editorWords.notNumber}
      onChange={(event) => {
        const number = numberIn(event.target.value)
        setState({ typed: event.target.value, given: isAlwaysSet && number === undefined ? value : number })
        setLeft(false)
        give(number)
      }}
      onBlur={() => setLeft(true)}
    />
  )
}
