import type { FormDefinition, Question } from './definition.ts'
import { formLimits, questionCategories } from './question.ts'
import type { QuestionProblem } from './question-type.ts'
import { questionTypes } from './question-types.ts'

/** Something that must be put right before a form can be saved: where it is, and in words. `question` is the id of the question it is about. */
export type FormProblem = { message: string; field: QuestionProblem['field'] | 'questions'; question?: string; option?: number }

function checkQuestion(question: Question): QuestionProblem[] {
  const problems: QuestionProblem[] = []
  if (question.title.trim() === '') problems.push({ field: 'title', message: 'Question is required.' })
  if (question.title.length > formLimits.title)
    problems.push({ field: 'title', message: `Question must be ${formLimits.title} characters or fewer.` })
  if ((question.hint?.length ?? 0) > formLimits.hint)
    problems.push({ field: 'hint', message: `Hint must be ${formLimits.hint.toLocaleString('en-GB')} characters or fewer.` })
  if (question.category !== undefined && !Object.hasOwn(questionCategories, question.category))
    problems.push({ field: 'category', message: 'Question category is not valid.' })
  if (!Object.hasOwn(questionTypes, question.type)) return [...problems, { field: 'type', message: 'Question type is not valid.' }]
  return [...problems, ...questionTypes[question.type].checkQuestion(question)]
}

/** Everything that keeps a form from being saved, in the order of its questions; none when it is ready (specification section 5). */
export function checkDefinition({ questions }: FormDefinition): FormProblem[] {
  if (questions.length === 0) return [{ field: 'questions', message: 'Please add at least one question to save the form.' }]
  if (questions.length > formLimits.questions)
    return [{ field: 'questions', message: `A form can have ${formLimits.questions} questions at most.` }]
  const ids = new Set<string>()
  return questions.flatMap((question) => {
    const problems = checkQuestion(question)
    // `in {}`: an id such as 'constructor' would find something in any object of answers.
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(question.id) || question.id in {})
      problems.push({ field: 'id', message: 'Question id is not valid.' })
    else if (ids.has(question.id)) problems.push({ field: 'id', message: 'Two questions have the same id.' })
    ids.add(question.id)
    return problems.map((problem) => ({ ...problem, question: question.id }))
  })
}

/** Where a problem is, as a path into the definition: `questions`, `questions.3.title`, `questions.3.options.1`. */
export function placeOfProblem({ questions }: FormDefinition, { field, question, option }: FormProblem) {
  const index = questions.findIndex(({ id }) => id === question)
  if (question === undefined || index === -1) return 'questions'
  return ['questions', index, field, ...(option === undefined ? [] : [option])].join('.')
}
