import { askOne, askSome, askWords, askYesNo, type FormTemplate, ownSource, whenAny } from './template.ts'

const medicines = { protocol: { why: 'Some medicines are stopped or changed before an operation.' } }

export const preAssessment: FormTemplate = {
  id: 'pre-assessment',
  title: 'Health questionnaire before your operation',
  description: 'The pre-assessment nurse reads your answers before your appointment. Have your list of medicines with you.',
  type: 'pre_assessment',
  about: 'What a pre-assessment nurse needs to know before an operation with an anaesthetic.',
  definition: {
    questions: [
      { id: 'about_you', type: 'section', title: 'About you', required: false },
      { id: 'height', type: 'number', title: 'How tall are you?', required: true, unit: 'cm', min: 100, max: 250 },
      {
        id: 'weight',
        type: 'number',
        title: 'How much do you weigh?',
        required: true,
        unit: 'kg',
        min: 25,
        max: 400,
        decimals: 1,
      },
      askOne('stairs', 'Can you climb two flights of stairs without stopping?', ['Yes', 'No', 'I have not tried'], {
        protocol: { why: 'Fitness affects how well people recover from an operation.' },
      }),
      { id: 'your_health', type: 'section', title: 'Your health', required: false },
      askSome(
        'conditions',
        'Have you ever had any of these?',
        [
          'Heart attack or angina',
          'High blood pressure',
          'Stroke or mini-stroke',
          'Diabetes',
          'Asthma or COPD',
          'Blood clot in a leg or lung',
          'Sleep apnoea',
          'Kidney disease',
          'Epilepsy',
        ],
        'None of these',
      ),
      askYesNo('anaesthetic', 'Have you or a close relative ever had a serious problem with an anaesthetic?', {
        hint: 'Feeling sick afterwards is not a serious problem. If you do not know, answer no.',
        protocol: { why: 'Some reactions run in families.', risk: '‘Yes’ makes the form request urgent. The anaesthetist reads it first.' },
      }),
      askWords('anaesthetic_what', 'What happened?', { required: true, showIf: whenAny('anaesthetic', 'yes') }),
      askYesNo('allergy', 'Are you allergic to anything?', { hint: 'To medicines, latex, plasters, food or anything else.' }),
      askWords('allergy_what', 'What are you allergic to, and what happens?', { required: true, showIf: whenAny('allergy', 'yes') }),
      askYesNo('takes_medicines', 'Do you take any medicines?', {
        hint: 'Include inhalers, patches, injections and anything you buy without a prescription.',
        ...medicines,
      }),
      askWords('medicines', 'Which medicines do you take, and how much?', {
        required: true,
        showIf: whenAny('takes_medicines', 'yes'),
        ...medicines,
      }),
      askYesNo('thinners', 'Do you take a medicine that thins your blood?', {
        hint: 'Such as warfarin, apixaban, rivaroxaban, clopidogrel or aspirin. Do not stop it unless we tell you to.',
        showIf: whenAny('takes_medicines', 'yes'),
      }),
      askOne('smoking', 'Do you smoke?', ['I never did', 'I used to', 'Yes, fewer than 10 a day', 'Yes, 10 or more a day']),
      { id: 'your_day', type: 'section', title: 'Going home', required: false },
      askOne('home', 'Will an adult be with you for the first 24 hours at home?', ['Yes', 'No', 'Not arranged yet']),
      askWords('questions', 'Is there anything you want to ask or tell us?'),
    ],
    redFlags: [
      { id: 'anaesthetic', name: 'Serious problem with an anaesthetic, patient or relative', answers: whenAny('anaesthetic', 'yes') },
    ],
    source: ownSource,
  },
}
