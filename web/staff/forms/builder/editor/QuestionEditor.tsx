import { useMemo } from 'react'

import type { FormProblem, Question } from '#domain/form/definition.ts'
import { areAnswersAlike, withType } from '#domain/form/editing/edit-definition.ts'
import { canBeInLibrary } from '#domain/form/editing/library-question.ts'
import { isAsked } from '#domain/form/path.ts'
import { questionTypeLabel, type QuestionTypeName, questionTypeNames, questionTypes } from '#domain/form/question-types.ts'
import { formLimits, type Protocol, questionCategories, type QuestionOption } from '#domain/form/question.ts'
import { ShowIf } from '#web/staff/forms/builder/logic/ShowIf.tsx'
import { editorWords, protocolWords } from '#web/staff/forms/builder/words.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { useStable } from '#web/ui/use-stable.ts'

import { OptionsEditor } from './OptionsEditor.tsx'
import { SaveToLibrary } from './SaveToLibrary.tsx'
import { SettingsEditor } from './SettingsEditor.tsx'

/** Changes a question. Changes with the same key, such as the letters of a title, are undone together. */
type EditQuestion = (change: (question: Question) => Question, key?: string) => void

type QuestionEditorProps = {
  question: Question
  /** the type of the question in the live version */
  publishedType: QuestionTypeName | undefined
  problems: readonly FormProblem[]
  onChange: EditQuestion
}

export const titleFieldId = (questionId: string) => `title-${questionId}`

const categories = Object.entries(questionCategories).map(([value, label]) => ({ value, label }))
const titleLabels: Partial<Record<QuestionTypeName, string>> = editorWords.heading

export function QuestionEditor({ question, publishedType, problems, onChange }: QuestionEditorProps) {
  const errorOf = (field: FormProblem['field']) => problems.find((problem) => problem.field === field)?.message
  const set = (change: Partial<Question>, key?: string) => onChange((now) => ({ ...now, ...change }), key && `${key}:${question.id}`)
  const isAnswered = isAsked(question)
  return (
    <Stack>
      <TextArea
        id={titleFieldId(question.id)}
        label={titleLabels[question.type] ?? editorWords.question}
        rows={2}
        value={question.title}
        error={errorOf('title')}
        onChange={(event) => set({ title: event.target.value.replaceAll('\n', ' ') }, 'title')}
      />
      {(isAnswered || question.hint) && (
        <TextArea
          label={editorWords.hint}
          isOptional
          rows={2}
          value={question.hint ?? ''}
          error={errorOf('hint')}
          onChange={(event) => set({ hint: event.target.value || undefined }, 'hint')}
        />
      )}
      <TypeSelect {...{ question, publishedType }} error={errorOf('type')} onChange={onChange} />
      <Options {...{ question, problems, onChange }} />
      <SettingsEditor question={question} errorOf={errorOf} onChange={set} />
      <ShowIf question={question} showsUnfinished={problems.some(({ field, isUnfinished }) => field === 'showIf' && isUnfinished)} />
      {isAnswered && (
        <>
          <Checkbox
            label={editorWords.required}
            checked={question.required}
            onChange={(event) => set({ required: event.target.checked })}
          />
          <Checkbox
            label={editorWords.identifying.label}
            hint={editorWords.identifying.hint}
            checked={question.identifying ?? false}
            onChange={(event) => set({ identifying: event.target.checked || undefined })}
          />
          <Select
            label={editorWords.category}
            isOptional
            width={20}
            placeholder={editorWords.none}
            options={categories}
            value={question.category ?? ''}
            error={errorOf('category')}
            onChange={(event) => set({ category: event.target.value === 'feelings' ? 'feelings' : undefined })}
          />
          <ProtocolEditor questionId={question.id} protocol={question.protocol} error={errorOf('protocol')} onChange={set} />
        </>
      )}
      {canBeInLibrary(question) && <SaveToLibrary questionId={question.id} />}
    </Stack>
  )
}

/** A list can have 1,000 options, so it renders only when its own options change. */
function Options({ question, problems, onChange }: Pick<QuestionEditorProps, 'question' | 'problems' | 'onChange'>) {
  const own = problems.filter(({ field }) => field === 'options')
  const serialised = JSON.stringify(own.map(({ option, message }) => [option ?? -1, message]))
  const errors = useMemo(() => new Map(JSON.parse(serialised) as [number, string][]), [serialised]) // as it was written one line above
  const edit = useStable((change: (options: readonly QuestionOption[]) => readonly QuestionOption[], key?: string) =>
    onChange((now) => ({ ...now, options: [...change(now.options ?? [])] }), key),
  )
  if (!questionTypes[question.type].settings.includes('options')) return null
  const control = questionTypes[question.type].control(noOptions(question))
  const isMany = control.kind === 'choices' && control.isMany
  return (
    <OptionsEditor
      key={question.id}
      questionId={question.id}
      options={question.options ?? none}
      isMany={isMany}
      errors={errors}
      onChange={edit}
    />
  )
}

const none: readonly QuestionOption[] = []
const noOptions = (question: Question): Question => ({ ...question, options: [] })

type TypeSelectProps = {
  question: Question
  publishedType: QuestionTypeName | undefined
  error: string | undefined
  onChange: EditQuestion
}

/** A published question can only change to a type with comparable answers. */
function TypeSelect({ question, publishedType, error, onChange }: TypeSelectProps) {
  const isAllowed = (type: QuestionTypeName) => publishedType === undefined || areAnswersAlike(publishedType, type)
  const options = questionTypeNames.map((type) => ({ value: type, label: questionTypeLabel(type), disabled: !isAllowed(type) }))
  return (
    <Select
      label={editorWords.type}
      width={20}
      hint={publishedType && (isAsked(question) ? editorWords.lockedType.question : editorWords.lockedType.text)}
      options={options}
      value={question.type}
      error={error}
      onChange={(event) => onChange((now) => withType(now, event.target.value as QuestionTypeName))} // the options above are exactly the types
    />
  )
}

type ProtocolEditorProps = {
  questionId: string
  protocol: Protocol | undefined
  error: string | undefined
  onChange: (change: Partial<Question>, key?: string) => void
}

const parts: { name: keyof Protocol; label: string; hint: string }[] = [
  { name: 'why', ...protocolWords.why },
  { name: 'reader', ...protocolWords.reader },
  { name: 'risk', ...protocolWords.risk },
]

/** The clinical protocol of a question, collapsed by default. */
function ProtocolEditor({ questionId, protocol = {}, error, onChange }: ProtocolEditorProps) {
  const given = parts.filter(({ name }) => protocol[name]?.trim()).length
  const set = (name: keyof Protocol, words: string) => {
    const changed: Protocol = { ...protocol, [name]: words || undefined }
    onChange({ protocol: parts.some((part) => changed[part.name]) ? changed : undefined }, `protocol-${name}`)
  }
  return (
    <details className="question-fold" key={questionId}>
      <summary>
        {protocolWords.title}{' '}
        <span className="question-fold__state">{given === 0 ? protocolWords.empty : protocolWords.completed(given, parts.length)}</span>
      </summary>
      <Stack>
        <p className="muted">{protocolWords.audience}</p>
        {parts.map(({ name, label, hint }) => (
          <TextArea
            key={name}
            label={label}
            hint={hint}
            isOptional
            rows={2}
            value={protocol[name] ?? ''}
            error={(protocol[name]?.length ?? 0) > formLimits.protocol ? error : undefined}
            onChange={(event) => set(name, event.target.value)}
          />
        ))}
      </Stack>
    </details>
  )
}
