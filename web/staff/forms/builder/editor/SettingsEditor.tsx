import type { Question } from '#domain/form/definition.ts'
import type { SettingName } from '#domain/form/question.ts'
import { questionTypes } from '#domain/form/question-types.ts'
import { editorWords } from '#web/staff/forms/builder/words.ts'
import { Row } from '#web/ui/Layout.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { NumberField } from './NumberField.tsx'

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
    label="Text"
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
  unit: words('unit', 'Unit', editorWords.unitHint, 10),
  min: number('min', 'Minimum', editorWords.limitHint),
  max: number('max', 'Maximum', editorWords.limitHint),
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
