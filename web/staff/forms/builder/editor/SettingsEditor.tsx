import type { Question } from '#domain/form/definition.ts'
import type { SettingName } from '#domain/form/question.ts'
import { questionTypes } from '#domain/form/question-types.ts'
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
  { value: 'short', label: 'One line' },
  { value: 'long', label: 'Several lines' },
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
    label="Room for"
    isInline
    options={lengths}
    value={question.long ? 'long' : 'short'}
    onChange={(length) => onChange({ long: length === 'long' || undefined })}
  />
)

const body: Editor = ({ question, errorOf, onChange }) => (
  <TextArea
    label="Text"
    hint={
      question.type === 'section' &&
      'Shown on a page of its own before the questions of the section. Left empty, the heading stands above each of them.'
    }
    isOptional={question.type === 'section'}
    rows={6}
    value={question.body ?? ''}
    error={errorOf('body')}
    onChange={(event) => onChange({ body: event.target.value }, 'body')}
  />
)

/** The options have an editor of their own. */
const editors: Record<Exclude<SettingName, 'options'>, Editor> = {
  long,
  body,
  unit: words('unit', 'Unit', 'Such as kg', 10),
  min: number('min', 'Smallest', 'Number allowed'),
  max: number('max', 'Largest', 'Number allowed'),
  decimals: number('decimals', 'Decimal places', 'None: whole numbers'),
  lowLabel: words('lowLabel', 'What 0 means', 'Such as no pain', 20),
  highLabel: words('highLabel', 'What 10 means', 'Such as the worst pain', 20),
}

/** What the question's type lets the author set. */
export function SettingsEditor(props: SettingsEditorProps) {
  const own = questionTypes[props.question.type].settings.filter((setting) => setting !== 'options')
  if (own.length === 0) return null
  const drawn = own.map((setting) => {
    const Editor = editors[setting]
    return <Editor key={setting} {...props} />
  })
  return own.length === 1 ? drawn : <Row gap="md">{drawn}</Row>
}
