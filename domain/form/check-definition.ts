import { waitingListWarnings } from '#domain/waiting-list-warnings.ts'
import { firstError, lines, oneLine, type Rule } from '#domain/validation/rule.ts'

import { checkRedFlags, checkScores } from './check-scoring.ts'
import type { FormDefinition, FormProblem, Question } from './definition.ts'
import { lintLogic } from './logic/lint.ts'
import { isAsked } from './path.ts'
import type { QuestionProblem } from './question-type.ts'
import { questionTypes } from './question-types.ts'
import { formLimits, questionCategories } from './question.ts'
import { checkTranslations } from './translation.ts'

/** Results by question: an unchanged question is not checked again, because large forms are checked at every key press. */
const checked = new WeakMap<Question, QuestionProblem[]>()

function checkQuestion(question: Question): QuestionProblem[] {
  const known = checked.get(question) ?? checkWithoutCache(question)
  checked.set(question, known)
  return known
}

/** Checks the texts of a question for hidden characters. */
function checkTexts({ title, hint, body, protocol, options = [], unit, lowLabel, highLabel }: Question): QuestionProblem[] {
  const texts: [QuestionProblem['field'], string, string | undefined, Rule][] = [
    ['title', 'Question', title, lines],
    ['hint', 'Hint', hint, lines],
    ['body', 'Text', body, lines],
    ...Object.values(protocol ?? {}).map(
      (words) => ['protocol', 'Clinical protocol', words, lines] as [QuestionProblem['field'], string, string, Rule],
    ),
    ['unit', 'Unit', unit, oneLine],
    ['lowLabel', 'Label for 0', lowLabel, oneLine],
    ['highLabel', 'Label for 10', highLabel, oneLine],
  ]
  const found = texts.flatMap(([field, name, words, rule]) => {
    const message = firstError(words, [rule], name)
    return message === undefined ? [] : [{ field, message }]
  })
  const inOptions = options.flatMap(({ label }, option): QuestionProblem[] => {
    const message = firstError(label, [lines], 'Option text')
    return message === undefined ? [] : [{ field: 'options', option, message }]
  })
  return [...found, ...inOptions]
}

function checkWithoutCache(question: Question): QuestionProblem[] {
  const problems: QuestionProblem[] = []
  if (question.title.trim() === '') problems.push({ field: 'title', message: 'Question is required.' })
  if (question.title.length > formLimits.title)
    problems.push({ field: 'title', message: `Question must be ${formLimits.title} characters or fewer.` })
  if ((question.hint?.length ?? 0) > formLimits.hint)
    problems.push({ field: 'hint', message: `Hint must be ${formLimits.hint.toLocaleString('en-GB')} characters or fewer.` })
  if (question.category !== undefined && !Object.hasOwn(questionCategories, question.category))
    problems.push({ field: 'category', message: 'Question category is not valid.' })
  if (Object.values(question.protocol ?? {}).some((words = '') => words.length > formLimits.protocol))
    problems.push({
      field: 'protocol',
      message: `Each part of the clinical protocol must be ${formLimits.protocol.toLocaleString('en-GB')} characters or fewer.`,
    })
  problems.push(...checkTexts(question))
  if (!Object.hasOwn(questionTypes, question.type)) return [...problems, { field: 'type', message: 'Question type is not valid.' }]
  return [...problems, ...questionTypes[question.type].checkQuestion(question)]
}

/** The message of specification section 5. */
const needsQuestion: FormProblem = { field: 'questions', message: 'Please add at least one question to save the form.' }

function checkQuestions({ questions }: FormDefinition): FormProblem[] {
  if (questions.length === 0) return [needsQuestion]
  if (questions.length > formLimits.questions)
    return [{ field: 'questions', message: `A form can have ${formLimits.questions} questions at most.` }]
  const ids = new Set<string>()
  const found = questions.flatMap((question) => {
    const problems = [...checkQuestion(question)]
    // `in {}` refuses ids such as 'constructor', which every object has.
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(question.id) || question.id in {})
      problems.push({ field: 'id', message: 'Question ID is not valid.' })
    else if (ids.has(question.id)) problems.push({ field: 'id', message: 'Two questions have the same ID.' })
    ids.add(question.id)
    return problems.map((problem) => ({ ...problem, question: question.id }))
  })
  // A form with sections and information pages only has no question.
  return questions.some((question) => !Object.hasOwn(questionTypes, question.type) || isAsked(question)) ? found : [needsQuestion, ...found]
}

/**
 * All problems and warnings of a form in its order: questions with their conditions, then scores, red flags and translations, then what the queues of a
 * waiting-list form lack. `type`: the type of the form.
 */
export function reviewDefinition(definition: FormDefinition, type?: string): FormProblem[] {
  const problems = checkQuestions(definition)
  // Conditions and scores cannot be checked without unique ids and known types.
  if (problems.some(({ question, field }) => question === undefined || field === 'id' || field === 'type')) return problems
  const logic = lintLogic(definition)
  const place = new Map(definition.questions.map(({ id }, index) => [id, index]))
  const placeOf = ({ question = '' }: FormProblem) => place.get(question) ?? 0
  const inOrder = [...problems, ...logic.problems].toSorted((one, other) => placeOf(one) - placeOf(other))
  const forQueues = type === 'waiting_list' ? waitingListWarnings(definition) : []
  return [
    ...inOrder,
    ...checkScores(definition),
    ...checkRedFlags(definition, logic.reach),
    ...checkTranslations(definition).map((message) => ({ field: 'translations' as const, message })),
    ...forQueues.map((warning) => ({ ...warning, field: 'questions' as const, isWarning: true as const })),
  ]
}

/** All problems that prevent publishing, in the order of the form (specification section 5). */
export const checkDefinition = (definition: FormDefinition): FormProblem[] =>
  reviewDefinition(definition).filter(({ isWarning }) => !isWarning)
