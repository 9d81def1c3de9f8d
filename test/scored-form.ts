import type { FormDefinition } from '#domain/form/definition.ts'

import { sendFormToPatient } from './send-form-to-patient.ts'
import type { TestOrganisation } from './organisation.ts'
import { openPhone } from './phone.ts'

const points = (id: string, title: string, required = true): FormDefinition['questions'][number] => ({
  id,
  title,
  required,
  type: 'single_select',
  options: [
    { value: 'never', label: 'Not at all', points: 0 },
    { value: 'often', label: 'Several days', points: 1.5 },
    { value: 'always', label: 'Every day', points: 3 },
    { value: 'better', label: 'Better than ever', points: -1 },
  ],
})

/** Two questions that count for a score, one that counts if it is answered, and a red flag. */
export const moodForm: FormDefinition = {
  questions: [
    points('interest', 'Little interest in doing things?'),
    points('down', 'Feeling down?', false),
    points('harm', 'Thoughts of hurting yourself?'),
  ],
  scores: [
    {
      id: 'mood',
      name: 'Mood',
      questions: ['interest', 'down', 'harm'],
      bands: [
        { from: 0, to: 2, label: 'Mild' },
        { from: 4, to: 9, label: 'Severe' },
      ],
    },
  ],
  redFlags: [
    {
      id: 'harm',
      name: 'Thoughts of self-harm',
      alertMinutes: 30,
      answers: { match: 'any', rules: [{ question: 'harm', operator: 'not_equals', value: 'never' }] },
    },
    { id: 'severe', name: 'Severe mood', score: { score: 'mood', atLeast: 4 } },
  ],
}

type Mood = { interest: string; down?: string; harm: string }
const urgentMood: Mood = { interest: 'often', down: 'always', harm: 'always' }

/** A patient (Samira Okafor) who fills in the form on their phone and submits it. */
export async function answerMood(link: string, { interest, down, harm }: Mood) {
  const phone = await openPhone()
  const second = await phone.fillIn(await phone.open(link), { interest })
  const third = await phone.fillIn(second, down === undefined ? {} : { down })
  const check = await phone.fillIn(third, { harm })
  const press = () => phone.fillIn(check, {})
  await press()
  return { press }
}

export async function sendMood(ward: TestOrganisation, mood = urgentMood, definition = moodForm) {
  const asked = await sendFormToPatient(ward, { definition, formTitle: 'How are you?' })
  return { ...asked, ...(await answerMood(asked.link, mood)) }
}
