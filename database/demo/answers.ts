import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { visibleQuestions } from '#domain/form/path.ts'
import type { Answer, Answers } from '#domain/form/question.ts'

import type { Random } from './random.ts'

/** What patients write, by the question that they answer. */
const words: Record<string, string[]> = {
  medicines: [
    'Amlodipine 5 mg in the morning, and paracetamol when I need it.',
    'Metformin twice a day and a statin at night.',
    'Ramipril, and a blue inhaler before exercise.',
    'Levothyroxine 100 micrograms, and vitamin D from the chemist.',
    'None.',
  ],
  contact_change: [
    'I have a new mobile, and the old number is switched off.',
    'I have moved in with my daughter. My GP has the new address.',
    'Please use my email, I have no signal at home.',
    'My flat number is 12, not 2. A letter went to my neighbour.',
  ],
  message: [
    'Please ring after 4, I work in the mornings.',
    'I am managing, but the stairs are still hard.',
    'Could the appointment be by telephone?',
    'I can come at short notice if my son is free to drive me.',
    'Thank you for checking.',
  ],
  help: ['Someone to talk to about the pain at night.', 'Knowing when I can drive again.', 'Nothing at the moment, thank you.'],
  home_hazards: [
    'The rug in the hall slips. My daughter is going to take it away.',
    'The step at the back door has no rail.',
    'My knee gives way on uneven ground.',
    'No, I have cleared everything away.',
  ],
  why: [
    'Everyone was kind and explained what would happen.',
    'I felt listened to for the first time.',
    'Parking was difficult, the care was excellent.',
    'I waited an hour, and nobody said why.',
  ],
  better: [
    'The letter named the wrong clinic, so I was ten minutes late.',
    'Tell people in the waiting room how long it will take.',
    'Nothing, thank you.',
  ],
  notes: [
    'I would like to talk about the side effects.',
    'I am not sure that I use the spacer properly.',
    'Could we do the review by video?',
  ],
}
const otherWords = ['Nothing to add, thank you.']

/** Plausible answers to the asked questions: the first options are the most frequent, and optional questions are sometimes blank. */
export function makeAnswers(random: Random, definition: FormDefinition, now: number): Answers {
  const answers: Answers = {}
  for (const question of definition.questions)
    if (visibleQuestions(definition, answers).includes(question))
      answers[question.id] = !question.required && random.chance(0.35) ? '' : makeAnswer(random, question, now)
  return answers
}

function makeAnswer(random: Random, { id, type, options = [], min = 0, max = 100, decimals = 0 }: Question, now: number): Answer {
  if (type === 'free_text') return random.pick(words[id] ?? otherWords)
  if (type === 'date') return new Date(now - random.between(20, 2_500) * 86_400_000).toISOString().slice(0, 10)
  // Most contact details are right.
  if (type === 'yes_no') return random.chance(id === 'contact' ? 0.9 : 0.4) ? 'yes' : 'no'
  if (type === 'scale') return String(Math.floor(11 * random.next() ** 1.7))
  // Most people are in the middle.
  if (type === 'number') return String(Number((min + ((max - min) * (random.next() + random.next())) / 2).toFixed(decimals)))
  if (type !== 'multi_select') return options[Math.floor(options.length * random.next() ** 1.7)]!.value
  return chooseSeveral(
    random,
    options.map(({ value }) => value),
  )
}

/** "None of these" excludes the others. */
function chooseSeveral(random: Random, values: string[]) {
  const none = values.find((value) => value.startsWith('none') || value === 'nothing')
  if (none && random.chance(0.4)) return [none]
  const others = values.filter((value) => value !== none)
  const chosen = others.filter(() => random.chance(0.3))
  return chosen.length ? chosen : [random.pick(others)]
}
