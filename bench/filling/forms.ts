import { makeAnswers } from '#database/demo/answers.ts'
import { demoForms } from '#database/demo/forms.ts'
import type { Random } from '#database/demo/random.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import { templates } from '#domain/form/library/templates.ts'
import { raisedFlags, scoreResults } from '#domain/form/scoring.ts'
import { selectableSpecialties } from '#domain/specialties.ts'

import { uuid } from './moments.ts'

const sets = 48

export type BenchForm = ReturnType<typeof makeForm>
export type Filled = ReturnType<typeof fillIn>

/** So many forms of one to four versions, each with ready answers: a million submissions need no million walks through a form. */
export const makeForms = (random: Random, count: number, now: number) =>
  Array.from({ length: count }, (_, nth) => makeForm(random, nth, now))

function makeForm(random: Random, nth: number, now: number) {
  const models = [...demoForms, ...templates]
  const { title, description, type, definition } = models[nth % models.length]!
  const round = Math.floor(nth / models.length)
  const specialties = Array.from({ length: 1 + random.whole(3) }, () => random.pick(selectableSpecialties).code)
  const versions = Array.from({ length: 1 + (nth % 4) }, (_, at, of = 1 + (nth % 4)) => {
    const asked = earlier(definition, of - 1 - at)
    return { version: at + 1, definition: asked, filled: mostlyCalm(Array.from({ length: sets }, () => fillIn(random, asked, now))) }
  })
  return { id: uuid(random), title: round ? `${title} (${round + 1})` : title, description, type, specialties, versions }
}

/** Earlier versions had fewer questions; one that is scored stays whole, as its score speaks of them all. */
const earlier = (definition: FormDefinition, fewer: number): FormDefinition =>
  fewer === 0 || definition.scores?.length || definition.redFlags?.length || definition.questions.length < 8
    ? definition
    : { questions: definition.questions.slice(0, -fewer) }

/** Chance raises more red flags than patients do. */
function mostlyCalm(filled: Filled[]) {
  const [calm, raised] = [filled.filter(({ flags }) => flags.length === 0), filled.filter(({ flags }) => flags.length > 0)]
  return [...calm, ...raised.slice(0, calm.length > 0 ? 1 : undefined)]
}

/** Answers, and their results. */
function fillIn(random: Random, definition: FormDefinition, now: number) {
  const answers = makeAnswers(random, definition, now)
  return { answers: JSON.stringify(answers), scores: scoreResults(definition, answers), flags: raisedFlags(definition, answers) }
}
