import { waitingListCheck } from '#domain/form/library/waiting-list-check.ts'
import type { FormDefinition, Question } from '#domain/form/definition.ts'
import type { Operator } from '#domain/form/question.ts'
import type { QuestionOption } from '#domain/form/question.ts'

export type DemoForm = {
  key: string
  title: string
  description: string
  type: string
  specialties: string[]
  locations: string[]
  events: string[]
  definition: FormDefinition
  versions: number
}

/** The definition of a published version. Each version added one question at the end, so that there is something to compare. */
export const definitionOf = ({ definition, versions }: DemoForm, version: number): FormDefinition =>
  version === versions ? definition : { ...definition, questions: definition.questions.slice(0, version - versions) }

const options = (...labels: string[]): QuestionOption[] =>
  labels.map((label) => ({
    value: label
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_|_$/g, ''),
    label,
    ...(label === 'None of these' && { isNone: true }),
  }))
const one = (id: string, title: string, labels: string[], more: Partial<Question> = {}): Question => ({
  id,
  type: 'single_select',
  title,
  required: true,
  options: options(...labels),
  ...more,
})
const several = (id: string, title: string, labels: string[], more: Partial<Question> = {}): Question => ({
  id,
  type: 'multi_select',
  title,
  required: false,
  options: options(...labels),
  ...more,
})
const list = (id: string, title: string, labels: string[], more: Partial<Question> = {}): Question => ({
  id,
  type: 'dropdown',
  title,
  required: true,
  options: options(...labels),
  ...more,
})
const text = (id: string, title: string, more: Partial<Question> = {}): Question => ({
  id,
  type: 'free_text',
  title,
  required: false,
  long: true,
  ...more,
})
const day = (id: string, title: string, more: Partial<Question> = {}): Question => ({ id, type: 'date', title, required: true, ...more })

const when = (question: string, operator: Operator, value: string): Pick<Question, 'showIf'> => ({
  showIf: { match: 'all', rules: [{ question, operator, value }] },
})
const measure = (id: string, title: string, unit: string, min: number, max: number, more: Partial<Question> = {}): Question => ({
  id,
  type: 'number',
  title,
  required: true,
  unit,
  min,
  max,
  ...more,
})
const part = (id: string, title: string, body?: string): Question => ({
  id,
  type: 'section',
  title,
  required: false,
  ...(body && { body }),
})

const feelings = ['Very good', 'Good', 'Neither good nor poor', 'Poor', 'Very poor']

/** Six forms that a hospital would send. The first is the ready-made waiting-list check. */
export const demoForms: DemoForm[] = [
  {
    key: 'waiting-list',
    title: waitingListCheck.title,
    description: waitingListCheck.description,
    type: waitingListCheck.type,
    versions: 2,
    specialties: ['110', '101', '130', '502'],
    locations: ['Outpatients', 'Clinic 2'],
    events: ['12 week check', '26 week check'],
    definition: waitingListCheck.definition,
  },
  {
    key: 'pre-assessment',
    title: 'Health questionnaire before your operation',
    description: 'A pre-assessment nurse reads your answers before your appointment, so that your operation is safe.',
    type: 'pre_assessment',
    versions: 3,
    specialties: ['100', '110', '120', '502'],
    locations: ['Day Surgery', 'Ward 4B'],
    events: ['Pre-assessment'],
    definition: {
      questions: [
        part('about', 'About you'),
        measure('weight', 'What do you weigh?', 'kg', 35, 180, { decimals: 1, hint: 'For example, 72.5' }),
        measure('height', 'How tall are you?', 'cm', 120, 210),
        one('fit', 'Can you climb two flights of stairs without stopping?', ['Yes', 'No', 'I have not tried']),
        several(
          'conditions',
          'Have you ever had any of these?',
          ['Heart attack', 'High blood pressure', 'Stroke', 'Diabetes', 'Asthma or COPD', 'Blood clots', 'Sleep apnoea', 'None of these'],
          { hint: 'Select all that apply.' },
        ),
        one('anaesthetic', 'Have you or a close relative ever had a problem with an anaesthetic?', ['Yes', 'No', 'I do not know']),
        part('everyday', 'Your medicines and habits'),
        text('medicines', 'Which medicines do you take?', {
          hint: 'Include inhalers, patches and anything you buy without a prescription.',
        }),
        list('smoking', 'Do you smoke?', ['Never', 'I used to', 'Yes, fewer than 10 a day', 'Yes, 10 or more a day']),
        measure(
          'cigarettes',
          'How many cigarettes do you smoke in a day?',
          'cigarettes',
          1,
          80,
          when('smoking', 'equals', 'yes_10_or_more_a_day'),
        ),
        part('day', 'The day of your operation'),
        {
          id: 'fasting',
          type: 'information',
          title: 'Before you come in',
          body: 'Do not eat for 6 hours before you come in.\nYou can drink water until 2 hours before.',
          required: false,
        },
        day('last_operation', 'When was your last operation?', {
          required: false,
          hint: 'For example, 27 3 2019. Leave it empty if you have never had one.',
        }),
        one('home', 'Will an adult be with you for the first 24 hours at home?', ['Yes', 'No', 'Not arranged yet']),
      ],
    },
  },
  {
    key: 'discharge',
    title: 'How are you after your stay?',
    description: 'You left hospital a few days ago. Your answers tell us how you are and whether you need anything from us.',
    type: 'follow_up',
    versions: 1,
    specialties: ['300', '430', '110'],
    locations: ['Ward 4B'],
    events: ['Discharge'],
    definition: {
      questions: [
        one('feeling', 'How are you feeling today?', feelings, { category: 'feelings' }),
        {
          id: 'pain',
          type: 'scale',
          title: 'How bad is your pain today?',
          lowLabel: 'No pain at all',
          highLabel: 'The worst pain you can think of',
          required: true,
        },
        several('worries', 'Have you noticed any of these?', [
          'Fever or shivering',
          'Wound redness or discharge',
          'Swelling in your leg',
          'Trouble breathing',
          'None of these',
        ]),
        one('medicines_clear', 'Are your medicines clear to you?', ['Yes', 'Mostly', 'No']),
        text('help', 'What would help you most right now?'),
      ],
    },
  },
  {
    key: 'falls',
    title: 'Falls risk check',
    description: 'Your answers help us to keep you safe from falls. A member of the team reads them before we see you.',
    type: 'risk',
    versions: 1,
    specialties: ['430', '320'],
    locations: ['Clinic 2', 'Outpatients'],
    events: ['Falls clinic'],
    definition: {
      questions: [
        list('falls', 'How many times have you fallen in the last 12 months?', ['None', 'Once', 'Twice', 'Three times or more']),
        day('last_fall', 'When did you last fall?', { required: false, ...when('falls', 'not_equals', 'none') }),
        one('hurt', 'Were you hurt?', ['No', 'Bruises only', 'I needed treatment'], when('falls', 'not_equals', 'none')),
        several('aids', 'What do you use to get about?', ['Nothing', 'Walking stick', 'Frame', 'Wheelchair', 'Another person']),
        one('afraid', 'How do you feel about falling?', ['Not worried', 'A little worried', 'Very worried'], { category: 'feelings' }),
        { id: 'alone', type: 'yes_no', title: 'Do you live alone?', required: true },
        text('home_hazards', 'Is there anything at home that makes you unsteady?'),
      ],
    },
  },
  {
    key: 'experience',
    title: 'Your experience of our service',
    description: 'Tell us about your care. Your answers help us to do better, and change nothing about how you are treated.',
    type: 'experience',
    versions: 2,
    specialties: ['100', '320', '300', '502'],
    locations: ['Outpatients', 'Day Surgery', 'Maternity'],
    events: ['Appointment', 'Discharge'],
    definition: {
      questions: [
        one('overall', 'Overall, how was your experience of our service?', [...feelings, 'I do not know'], { category: 'feelings' }),
        text('why', 'Why did you give this answer?'),
        several('good', 'What went well?', [
          'I was listened to',
          'I was seen on time',
          'Things were explained',
          'The place was clean',
          'I felt safe',
        ]),
        text('better', 'What could we have done better?'),
        one('share', 'May we share your words without your name?', ['Yes', 'No']),
      ],
    },
  },
  {
    key: 'asthma',
    title: 'Asthma review',
    description: 'Please answer before your yearly review by telephone, so that we can talk about what matters to you.',
    type: 'review',
    versions: 1,
    specialties: ['340', '300'],
    locations: ['Clinic 2'],
    events: ['Yearly review'],
    definition: {
      questions: [
        list('woken', 'In the last 4 weeks, how often did your asthma wake you?', [
          'Not at all',
          'Once or twice',
          'Once a week',
          '2 or 3 nights a week',
          '4 or more nights a week',
        ]),
        list('reliever', 'How often have you used your reliever inhaler?', [
          'Not at all',
          'Once a week or less',
          '2 or 3 times a week',
          '1 or 2 times a day',
          '3 or more times a day',
        ]),
        one('limits', 'How much did asthma stop you doing things?', [
          'Not at all',
          'A little',
          'Some of the time',
          'Most of the time',
          'All of the time',
        ]),
        one('technique', 'Has anyone checked how you use your inhaler in the last year?', ['Yes', 'No', 'I do not know']),
        day('attack', 'When was your last attack that needed steroids or hospital?', { required: false }),
        text('notes', 'Anything you want to discuss in the review?'),
      ],
    },
  },
]
