import type { FormFigures, QuestionChoices, QuestionFigures } from '#contract/form-analytics.ts'
import { answerKey } from '#domain/form/answer-key.ts'
import { singleChoicesOf } from '#domain/form/chosen-answers.ts'
import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { isAsked, nextPage } from '#domain/form/path.ts'
import { questionTypes } from '#domain/form/question-types.ts'
import { minGroupSize } from '#domain/form/form.ts'
import { getForm } from '#server/forms/forms.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'
import { type AnswerTally, countProgress, type Progress, sumProgress, tallyAnswers } from '#server/worklist/worklist.ts'

import { countDrafts, listDefinitions } from './analytics.sql.ts'

type Version = { version: number; definition: FormDefinition }

/** The analytics of a form, of one version or of all. Counts only patients whom the caller may see. */
export async function readAnalytics(ctx: Context, formId: string, version: number | undefined): Promise<FormFigures> {
  const [all] = await Promise.all([listDefinitions(ctx, formId), getForm(ctx, formId)])
  const versions = all.filter((one) => version === undefined || one.version === version)
  if (version !== undefined && versions.length === 0) throw new Problem('not_found')
  const [scope, questions] = [{ formId, version }, questionsOf(versions)]
  const asked = questions.filter((question) => isAsked(question))
  const counted = asked.filter(({ identifying }) => !identifying)
  const chosen = counted.filter((question) => choicesOf(question).length > 0).map(({ id }) => id)
  const numeric = counted.filter(isNumeric).map(({ id }) => id)
  const [progress, tally, drafts] = await Promise.all([
    countProgress(ctx, formId),
    tallyAnswers(ctx, scope, chosen, numeric),
    countDrafts(ctx, scope),
  ])
  const inScope = progress.filter((one) => version === undefined || one.version === version)
  const sent = inScope.filter(({ status }) => status !== 'sent_in_error')
  const submitted = inScope.filter(({ isSubmitted }) => isSubmitted)
  const submissionsWith = (question: Question) =>
    sumProgress(
      submitted.filter((one) =>
        versions.some(({ version: asks, definition }) => asks === one.version && definition.questions.some(({ id }) => id === question.id)),
      ),
    )
  return {
    versions: all.map((one) => one.version).toReversed(),
    sent: sumProgress(sent),
    opened: sumProgress(sent.filter(({ isOpened }) => isOpened)),
    answered: sumProgress(submitted),
    questions: asked.map((question) => questionFigures(question, { submissions: submissionsWith(question), tally })),
    stops: stopsOf(
      versions,
      questions,
      sent.filter(({ isOpened, isSubmitted }) => isOpened && !isSubmitted),
      drafts,
    ),
  }
}

/** The questions with one choice, of all versions. */
export async function readChoices(ctx: Context, formId: string): Promise<QuestionChoices[]> {
  const [versions] = await Promise.all([listDefinitions(ctx, formId), getForm(ctx, formId)])
  return questionsOf(versions).flatMap((question) => {
    const choices = singleChoicesOf(question)?.map(({ value, label }) => ({ answer: answerKey({ question: question.id, value }), label }))
    return choices ? [{ question: question.id, title: question.title, choices }] : []
  })
}

const isNumeric = ({ type }: Question) => questionTypes[type].comparison === 'number'

const choicesOf = (question: Question) => {
  const control = questionTypes[question.type].control(question)
  return control.kind === 'choices' || control.kind === 'list' ? control.choices : []
}

/**
 * Every question of any version, with its latest text, removed questions last. The answers to a removed option still count. A question that could
 * identify the patient in one version does so in all: its answers in that version are not counted.
 */
function questionsOf(versions: Version[]): Question[] {
  const found = new Map<string, Question>()
  for (const { definition } of versions.toReversed())
    for (const question of definition.questions) {
      const newer = found.get(question.id)
      const there = new Set(newer?.options?.map(({ value }) => value))
      const gone = (question.options ?? []).filter(({ value }) => !there.has(value))
      if (newer)
        found.set(question.id, {
          ...newer,
          ...(newer.options && { options: [...newer.options, ...gone] }),
          ...(question.identifying && { identifying: true }),
        })
      else found.set(question.id, question)
    }
  return [...found.values()]
}

/** Where patients stopped who opened the form but have not submitted it. A form request without a draft counts at the first page. */
function stopsOf(
  versions: Version[],
  questions: Question[],
  stopped: Progress[],
  drafts: Awaited<ReturnType<typeof countDrafts>>,
): FormFigures['stops'] {
  const counts = new Map<string | null, number>()
  const add = (page: string | null, count: number) => counts.set(page, (counts.get(page) ?? 0) + count)
  for (const { version, definition } of versions) {
    const ofVersion = drafts.filter((draft) => draft.version === version)
    for (const { stoppedAt, count } of ofVersion) add(stoppedAt, count)
    const all = sumProgress(stopped.filter((one) => one.version === version))
    add(nextPage(definition, {})?.id ?? null, all - ofVersion.reduce((sum, { count }) => sum + count, 0))
  }
  // Questions with the same title share one line, because nobody could tell them apart.
  const byTitle = new Map<string, number>()
  for (const { id, title } of [...questions, { id: null, title: 'Check your answers' }])
    if (counts.get(id)) byTitle.set(title, (byTitle.get(title) ?? 0) + (counts.get(id) ?? 0))
  return [...byTitle].map(([page, count]) => ({ page, count }))
}

/** `submissions`: the number of submissions to a version with the question. */
type Counted = { submissions: number; tally: AnswerTally }

/**
 * The results of one question. Too few answers are hidden: a minimum, a maximum or a choice of one person would be that person's answer.
 */
export function questionFigures(question: Question, { submissions, tally }: Counted): QuestionFigures {
  const { id, title, type, identifying, unit = '' } = question
  const { asked, answered } = tally.asked.find((one) => one.question === id) ?? { asked: 0, answered: 0 }
  const listed = choicesOf(question)
  const isCountable = listed.length > 0 || isNumeric(question)
  const detail = !isCountable ? 'not countable' : identifying ? 'identifying' : answered < minGroupSize ? 'too few' : 'counted'
  const isSingle = singleChoicesOf(question) !== undefined
  const choices = [...Map.groupBy(listed, ({ label }) => label)].map(([label, options]) => ({
    label,
    count: options.reduce(
      (sum, { value }) => sum + (tally.choices.find((one) => one.question === id && one.value === value)?.count ?? 0),
      0,
    ),
    answers: isSingle ? options.map(({ value }) => answerKey({ question: id, value })) : [],
  }))
  const number = tally.numbers.find((one) => one.question === id)
  return {
    id,
    title,
    type,
    answered,
    empty: asked - answered,
    notAsked: Math.max(0, submissions - asked),
    detail,
    choices: detail === 'counted' ? choices : [],
    numbers: detail === 'counted' && number ? { min: number.min, median: number.median, max: number.max, unit } : null,
  }
}
