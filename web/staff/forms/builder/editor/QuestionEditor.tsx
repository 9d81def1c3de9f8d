import type { FormProblem } from '#domain/form/form-problem.ts'
import type { Question } from '#domain/form/definition.ts'
import { areAnswersAlike, withType } from '#domain/form/edit-definition.ts'
import { questionCategories } from '#domain/form/question.ts'
import { questionTypeLabel, questionTypeNames, questionTypes, type QuestionTypeName } from '#domain/form/question-types.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

import { OptionsEditor } from './OptionsEditor.tsx'

type QuestionEditorProps = {
  question: Question
  /** the type patients have been asked it as */
  publishedType: QuestionTypeName | undefined
  problems: readonly FormProblem[]
  onChange: (question: Question, key?: string) => void
}

export const titleFieldId = (questionId: string) => `title-${questionId}`

const categories = Object.entries(questionCategories).map(([value, label]) => ({ value, label }))
const lengths = [
  { value: 'short', label: 'One line' },
  { value: 'long', label: 'Several lines' },
]

export function QuestionEditor({ question, publishedType, problems, onChange }: QuestionEditorProps) {
  const errorOf = (field: FormProblem['field']) => problems.find((problem) => problem.field === field)?.message
  const optionErrors = new Map(problems.filter(({ field }) => field === 'options').map(({ option, message }) => [option ?? -1, message]))
  const set = (change: Partial<Question>, key?: string) => onChange({ ...question, ...change }, key)
  return (
    <Stack>
      <TextArea
        id={titleFieldId(question.id)}
        label="Question"
        rows={2}
        value={question.title}
        error={errorOf('title')}
        onChange={(event) => set({ title: event.target.value.replaceAll('\n', ' ') }, `title:${question.id}`)}
      />
      <TextArea
        label="Hint"
        isOptional
        rows={2}
        value={question.hint ?? ''}
        error={errorOf('hint')}
        onChange={(event) => set({ hint: event.target.value || undefined }, `hint:${question.id}`)}
      />
      <TypeSelect {...{ question, publishedType }} error={errorOf('type')} onChange={onChange} />
      {question.options && (
        <OptionsEditor
          questionId={question.id}
          options={question.options}
          errors={optionErrors}
          onChange={(options, key) => set({ options }, key)}
        />
      )}
      {questionTypes[question.type].settings.includes('long') && (
        <RadioGroup
          label="Room for"
          isInline
          options={lengths}
          value={question.long ? 'long' : 'short'}
          onChange={(length) => set({ long: length === 'long' || undefined })}
        />
      )}
      <Select
        label="Category"
        isOptional
        width={20}
        placeholder="None"
        options={categories}
        value={question.category ?? ''}
        error={errorOf('category')}
        onChange={(event) => set({ category: event.target.value === 'feelings' ? 'feelings' : undefined })}
      />
      <Checkbox label="Patients must answer it" checked={question.required} onChange={(event) => set({ required: event.target.checked })} />
      <Checkbox
        label="The answer can tell who the patient is"
        hint="Left out of exports without personal data."
        checked={question.identifying ?? false}
        onChange={(event) => set({ identifying: event.target.checked || undefined })}
      />
    </Stack>
  )
}

type TypeSelectProps = Pick<QuestionEditorProps, 'question' | 'publishedType' | 'onChange'> & { error: string | undefined }

/** Answers that were given stay comparable: a question that was asked changes only into what is answered alike. */
function TypeSelect({ question, publishedType, error, onChange }: TypeSelectProps) {
  const isAllowed = (type: QuestionTypeName) => publishedType === undefined || areAnswersAlike(publishedType, type)
  const options = questionTypeNames.map((type) => ({ value: type, label: questionTypeLabel(type), disabled: !isAllowed(type) }))
  return (
    <Select
      label="Type"
      width={20}
      hint={
        publishedType &&
        'Patients may have answered it, so it can only become a type that is answered alike. Add a new question for anything else.'
      }
      options={options}
      value={question.type}
      error={error}
      onChange={(event) => onChange(withType(question, event.target.value as QuestionTypeName))} // the options above are exactly the types
    />
  )
}
