import { askOne, askWords, askYesNo, type FormTemplate } from './template.ts'

/** The first question and its answers are those of the Friends and Family Test and must not be changed. */
export const patientExperience: FormTemplate = {
  id: 'patient-experience',
  title: 'Your experience of our service',
  description: 'Tell us what went well and what we could do better. Your answers make no difference to your care.',
  type: 'experience',
  about: 'The NHS Friends and Family Test question in its exact words, with space for comments.',
  definition: {
    questions: [
      askOne(
        'overall',
        'Overall, how was your experience of our service?',
        ['Very good', 'Good', 'Neither good nor poor', 'Poor', 'Very poor', 'Don’t know'],
        { hint: 'Think about your recent visit, stay or appointment.', category: 'feelings' },
      ),
      askWords('why', 'Please can you tell us why you gave your answer?', {
        hint: 'Leave out names, yours and those of our staff, if you like.',
      }),
      askWords('better', 'What could we have done better?'),
      askYesNo('share', 'May we share your words, without your name?', {
        hint: 'Yes: they may be shown in the hospital or on our website. No: only our staff read them.',
      }),
    ],
    source: {
      name: 'Friends and Family Test question, NHS England; the other questions were written for Formward',
      licence: 'Crown copyright, Open Government Licence v3.0; the other questions Apache-2.0',
      url: 'https://www.england.nhs.uk/fft/',
    },
  },
}
