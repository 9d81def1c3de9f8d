import { phq9 } from '#domain/form/library/phq-9.ts'
import { visibleQuestions } from '#domain/form/path.ts'
import type { Answers } from '#domain/form/question.ts'
import { raisedFlags, scoreResults } from '#domain/form/scoring.ts'

import { definitionOf, type DemoForm } from './forms.ts'
import { randomFrom, type Random } from './random.ts'
import { makeRequest, submitAnswers, type DemoRequest } from './requests.ts'

/** A form that some patients answer again and again, so that there is something to follow. */
export const followedForm: DemoForm = {
  key: 'phq-9',
  title: 'Mood check (PHQ-9)',
  description: phq9.description,
  type: phq9.type,
  versions: 1,
  specialties: ['710'],
  locations: ['Clinic 2'],
  events: ['Talking therapy review'],
  definition: phq9.definition,
}

type Cast = Omit<Parameters<typeof makeRequest>[0], 'random'>
const [followedPatients, times] = [8, 7]

/** From a random of its own: whatever else the demonstration holds stays as it is. */
export function makeFollowUps({ forms, patients, ...cast }: Cast, seed: number): DemoRequest[] {
  const random = randomFrom(seed)
  const form = forms.filter(({ key }) => key === followedForm.key)
  if (form.length === 0) return []
  return Array.from({ length: followedPatients }, () => random.pick(patients)).flatMap((patient, nth) => {
    const requests = Array.from({ length: times }, () => makeRequest({ ...cast, random, forms: form, patients: [patient] }))
    const answered = requests.filter(({ answers }) => answers).sort((one, other) => one.completedAt! - other.completedAt!)
    // The patients mostly improve over time; a few start with thoughts that make their first request urgent.
    answered.forEach((request, index) => {
      const severity = 2.4 - (1.8 * index) / Math.max(1, answered.length - 1)
      submitAnswers(request, feeling(random, severity, nth < 3 && index === 0), cast.now)
    })
    return requests
  })
}

/** Answers that improve from 0 to 1, without a red flag. */
export const improvingAnswers = (random: Random, progress: number) => feeling(random, 2.4 - 1.8 * progress, false)

function feeling(random: Random, severity: number, isInDanger: boolean): Answers {
  const rated = () => String(Math.max(0, Math.min(3, Math.round(severity + random.between(-1.2, 1.2)))))
  const items: Answers = Object.fromEntries(
    phq9.definition.questions.flatMap(({ id }) => (id === 'difficulty' ? [] : [[id, id === 'harm' ? (isInDanger ? '1' : '0') : rated()]])),
  )
  const [difficulty] = visibleQuestions(phq9.definition, items).filter(({ id }) => id === 'difficulty')
  return difficulty ? { ...items, difficulty: difficulty.options?.[Math.round(Math.max(0, severity))]?.value ?? '' } : items
}

const sent = ({ completedAt = 0 }: DemoRequest) => new Date(completedAt).toISOString()

/** The results of the answers, as they are stored when the form is submitted. */
export const toScores = (request: DemoRequest) =>
  scoreResults(definitionOf(request.form, request.version), request.answers ?? {}).map(({ id, outOf, ...result }, position) => ({
    request_id: request.id,
    score_id: id,
    position,
    patient_id: request.patient.id,
    form_id: request.form.id,
    form_version: request.version,
    ...result,
    out_of: outOf,
    submitted_at: sent(request),
  }))

export const toFlags = (request: DemoRequest) =>
  raisedFlags(definitionOf(request.form, request.version), request.answers ?? {}).map(({ id, name, alertMinutes }, position) => ({
    request_id: request.id,
    flag_id: id,
    position,
    name,
    alert_minutes: alertMinutes ?? null,
    raised_at: sent(request),
  }))
