import type { FormDefinition } from '#domain/form/definition.ts'
import type { Answers } from '#domain/form/question.ts'

import type { Random } from './random.ts'

const words = [
  'Thank you, everyone was kind and explained what would happen.',
  'The letter said the wrong floor, so I was ten minutes late.',
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

/** Plausible answers: the first options are the commonest, optional questions are sometimes left blank. */
export function makeAnswers(random: Random, { questions }: FormDefinition, now: number): Answers {
  const answers: Answers = {}
  for (const { id, type, options = [], required } of questions) {
    if (!required && random.chance(0.35)) continue
    const favoured = () => options[Math.floor(options.length * random.next() ** 1.7)]!.value
    if (type === 'free_text') answers[id] = random.pick(words)
    else if (type === 'date') answers[id] = new Date(now - random.between(20, 2_500) * 86_400_000).toISOString().slice(0, 10)
    else if (type === 'multi_select')
      answers[id] = chooseSeveral(
        random,
        options.map(({ value }) => value),
      )
    else answers[id] = favoured()
  }
  return answers
}

/** "None of these" stands alone. */
function chooseSeveral(random: Random, values: string[]) {
  const none = values.find((value) => value.startsWith('none') || value === 'nothing')
  if (none && random.chance(0.4)) return [none]
  const others = values.filter((value) => value !== none)
  const chosen = others.filter(() => random.chance(0.3))
  return chosen.length ? chosen : [random.pick(others)]
}
