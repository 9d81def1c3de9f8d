import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { visibleQuestions } from '#domain/form/path.ts'
import type { Answer, Answers } from '#domain/form/question.ts'

import type { Random } from './random.ts'

const words = [
  'Thank you, everyone was kind and explained what would happen.',
  'The letter said the wrong services, so I was ten minutes late.',
  'I am managing, but the stairs are still hard.',
  'Amlodipine 5 mg in the morning, and paracetamol when I need it.',
  'Please ring after 4, I work in the mornings.',
  'The rug in the hall slips. My daughter is going to take it away.',
  'I would like to talk about the side effects.',
  'Parking was difficult, the care was excellent.',
  'None, thank you.',
  'My knee gives way on uneven ground.',
  'Could the appointment be by telephone?',
  'I felt listened to for the first time.',
]

/** Plausible answers to the asked questions: the first options are the most frequent, and optional questions are sometimes blank. */
export function makeAnswers(random: Random, definition: FormDefinition, now: number): Answers {
  const answers: Answers = {}
  for (const question of definition.questions)
    if (visibleQuestions(definition, answers).includes(question))
      answers[question.id] = !question.required && random.chance(0.35) ? '' : makeAnswer(random, question, now)
  return answers
}

function makeAnswer(random: Random, { type, options = [], min = 0, max = 100, decimals = 0 }: Question, now: number): Answer {
  if (type === 'free_text') return random.pick(words)
  if (type === 'date') return new Date(now - random.between(20, 2_500) * 86_400_000).toISOString().slice(0, 10)
  if (type === 'yes_no') return random.chance(0.4) ? 'yes' : 'no'
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
