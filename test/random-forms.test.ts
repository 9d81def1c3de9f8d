import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { lintLogic } from '#domain/form/logic/lint.ts'
import { isAsked, nextPage, visiblePages, visiblePath, visibleQuestions } from '#domain/form/path.ts'
import type { Answers } from '#domain/form/question.ts'
import { raisedFlags, scoreResults } from '#domain/form/scoring.ts'

import { sendFormToPatient } from './send-form-to-patient.ts'
import { openOrganisation } from './organisation.ts'
import { openPhone } from './phone.ts'
import { answersTo, publishableForm, randomAnswers, randomForm } from './random-form.ts'
import { runs } from './strength.ts'

const ids = (questions: readonly Question[]) => questions.map(({ id }) => id)

/** What is shown to anybody, whatever they answer: every way through the form is tried. */
function shownToAnybody(form: FormDefinition) {
  const shown = new Set<string>()
  const walk = (at: number, answers: Answers) => {
    const question = form.questions[at]
    if (!question) return
    const isShown = visiblePath(form, answers).includes(question)
    if (isShown) shown.add(question.id)
    const given = isShown && isAsked(question) ? answersTo(question) : []
    if (given.length === 0 || !question.required) walk(at + 1, answers)
    for (const answer of given) walk(at + 1, { ...answers, [question.id]: answer })
  }
  walk(0, {})
  return ids(form.questions).filter((id) => shown.has(id))
}

describe('Random forms', () => {
  test('a question is called unreachable exactly when no path through the form leads to it (FORM-6)', () => {
    let unreachable = 0
    fc.assert(
      fc.property(randomForm, (form) => {
        const { reach, problems, broken } = lintLogic(form)
        const reachable = ids(form.questions).filter((id) => reach.canBeShown(id))
        const shown = shownToAnybody(form)
        expect(reachable).toEqual(expect.arrayContaining(shown))
        if (broken.size > 0) return
        expect(reachable).toEqual(shown)
        unreachable += form.questions.length - shown.length
        expect(problems.some(({ isWarning }) => !isWarning)).toBe(shown.length < form.questions.length)
      }),
      {
        // As many at any strength: with a tenth of them, no form with an unreachable question may be among them.
        numRuns: 400,
      },
    )
    // About twenty on average; more than a few are not certain, one is.
    expect(unreachable, 'forms with unreachable questions were among them').toBeGreaterThan(0)
  })

  test('a path through a form keeps its order, ends, and does not depend on unasked questions (FORM-6)', () => {
    const formAndAnswers = randomForm.chain((form) => fc.tuple(fc.constant(form), randomAnswers(form)))
    fc.assert(
      fc.property(formAndAnswers, ([{ questions }, answers]) => {
        const rules = [{ question: 'q1', operator: 'answered' as const }]
        const form: FormDefinition = {
          questions,
          scores: [{ id: 's', name: 'Sum', questions: ids(questions), bands: [] }],
          redFlags: [{ id: 'f', name: 'Flag', answers: { match: 'all', rules } }],
        }
        const path = visiblePath(form, answers)
        expect(ids(path)).toEqual(ids(questions).filter((id) => ids(path).includes(id)))

        const pages: Question[] = []
        for (let page = nextPage(form, answers); page; page = nextPage(form, answers, page.id)) pages.push(page)
        expect(pages).toEqual(visiblePages(form, answers))

        const asked = ids(visibleQuestions(form, answers))
        const said = Object.fromEntries(asked.map((id) => [id, answers[id]]))
        expect([visiblePath(form, said), scoreResults(form, said), raisedFlags(form, said)]).toEqual([
          path,
          scoreResults(form, answers),
          raisedFlags(form, answers),
        ])
      }),
      { numRuns: runs(400) },
    )
  })

  test('the pages that a patient sees and the stored answers are those that the form logic gives everywhere (FORM-6)', async () => {
    const ward = await openOrganisation()
    const formAndAnswers = publishableForm.chain((form) => fc.tuple(fc.constant(form), randomAnswers(form)))
    const headingOf = ({ body }: { body: string }) => /Title of (q\d)/.exec(/<h1.*?<\/h1>/s.exec(body)?.[0] ?? '')?.[1]
    await fc.assert(
      fc.asyncProperty(formAndAnswers, async ([definition, answers]) => {
        const expected = ids(visiblePages(definition, answers))
        if (expected.length === 0) return
        const { link, requestId } = await sendFormToPatient(ward, { definition })
        const phone = await openPhone()
        const seen: (string | undefined)[] = []
        let page: Awaited<ReturnType<typeof phone.open>> = await phone.open(link)
        while (headingOf(page) !== undefined && seen.length <= definition.questions.length) {
          const id = headingOf(page) ?? ''
          seen.push(id)
          page = await phone.fillIn(page, answers[id] === undefined ? {} : { [id]: answers[id] })
        }
        expect(seen).toEqual(expected)
        await phone.fillIn(page, {})
        const [sent] = await ward.query('select answers from submissions where request_id = $1', [requestId])
        expect(Object.keys((sent as { answers: object }).answers).toSorted()).toEqual(ids(visibleQuestions(definition, answers)).toSorted())
      }),
      { numRuns: 20 },
    )
  })
})
