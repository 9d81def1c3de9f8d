import { formLimits, type Answer, type QuestionFields } from '#domain/form/question.ts'
import type { QuestionProblem } from '#domain/form/question-type.ts'

/** Problems of a question's list of options, shared by every type that has one. */
export function checkOptions({ options = [] }: QuestionFields): QuestionProblem[] {
  if (options.length === 0) return [{ field: 'options', message: 'Add at least one option.' }]
  if (options.length > formLimits.options)
    return [{ field: 'options', message: `A question can have ${formLimits.options} options at most.` }]
  const values = new Set<string>()
  const labels = new Set<string>()
  return options.flatMap(({ value, label }, option): QuestionProblem[] => {
    const problems: QuestionProblem[] = []
    const shownLabel = label.trim().toLowerCase()
    if (shownLabel === '') problems.push({ field: 'options', option, message: 'Option text is required.' })
    else if (labels.has(shownLabel)) problems.push({ field: 'options', option, message: `There is already an option '${label.trim()}'.` })
    if (label.length > formLimits.optionLabel)
      problems.push({ field: 'options', option, message: `Option text must be ${formLimits.optionLabel} characters or fewer.` })
    if (value.trim() === '') problems.push({ field: 'options', option, message: 'Option value is required.' })
    else if (values.has(value)) problems.push({ field: 'options', option, message: `The option value '${value}' is used twice.` })
    labels.add(shownLabel)
    values.add(value)
    return problems
  })
}

/** Tells whether a value is one of the question's options. */
export const isOption = (question: QuestionFields, value: unknown) => (question.options ?? []).some((option) => option.value === value)

/** An option's words; a value that has no option is shown as it is rather than lost. */
export const optionLabel = (question: QuestionFields, value: string) =>
  question.options?.find((option) => option.value === value)?.label ?? value

/** What the chosen options add to a score; undefined where one of them has no points. */
export function optionPoints(question: QuestionFields, answer: Answer) {
  const points = [answer].flat().map((value) => question.options?.find((option) => option.value === value)?.points)
  return points.every((one) => one !== undefined) ? points.reduce((sum, one) => sum + one, 0) : undefined
}
