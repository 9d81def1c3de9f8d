import { askOne, askSome, askWords, askYesNo, type FormTemplate, ownSource, whenAny } from './template.ts'

export const dischargeFollowUp: FormTemplate = {
  id: 'discharge-follow-up',
  title: 'How are you after your stay?',
  description: 'Tell us how you are since you left hospital. If you feel very unwell now, call 111 or, in an emergency, 999.',
  type: 'follow_up',
  about: 'Two days after leaving hospital: warning signs, pain, medicines, help at home.',
  definition: {
    questions: [
      askOne('feeling', 'How are you feeling since you left hospital?', ['Better', 'About the same', 'Worse'], { category: 'feelings' }),
      {
        id: 'pain',
        type: 'scale',
        title: 'How bad is your pain now?',
        required: true,
        lowLabel: 'No pain',
        highLabel: 'The worst pain you can imagine',
        protocol: {
          why: 'Pain that is not under control keeps people from moving and breathing well.',
          risk: '8 or more makes the form request urgent.',
        },
      },
      askSome(
        'signs',
        'Have you noticed any of these?',
        [
          'Fever or shivering',
          'Redness, swelling or discharge at a wound',
          'Swelling or pain in one leg',
          'Trouble breathing or chest pain',
          'Bleeding that does not stop',
        ],
        'None of these',
        {
          hint: 'Select all that apply. For trouble breathing, chest pain or heavy bleeding call 999 now.',
          protocol: {
            why: 'These can be signs of an infection, a clot or bleeding.',
            risk: 'Any of these makes the form request urgent. Write here who calls the patient, and by when.',
          },
        },
      ),
      askYesNo('medicines', 'Do you know what your medicines are for and how to take them?', {
        hint: 'Yes: all of them. No: you are not sure about at least one.',
      }),
      askWords('medicines_which', 'What would you like to know about your medicines?', { showIf: whenAny('medicines', 'no') }),
      askOne('manage', 'How are you managing at home?', ['Well', 'With some help, which I have', 'I need more help than I have']),
      askYesNo('contact', 'Do you know who to call if you are worried?', {
        hint: 'Yes: you have a name or a number. No: we will send it to you.',
      }),
      askWords('help', 'What would help you most right now?'),
    ],
    redFlags: [
      {
        id: 'signs',
        name: 'Warning sign after discharge',
        answers: whenAny(
          'signs',
          'fever_or_shivering',
          'redness_swelling_or_discharge_at_a_wound',
          'swelling_or_pain_in_one_leg',
          'trouble_breathing_or_chest_pain',
          'bleeding_that_does_not_stop',
        ),
        alertMinutes: 120,
      },
      {
        id: 'pain',
        name: 'Severe pain after discharge',
        answers: { match: 'all', rules: [{ question: 'pain', operator: 'at_least', value: '8' }] },
      },
    ],
    source: ownSource,
  },
}
