import { askOne, askSome, askWords, askYesNo, type FormTemplate, ownSource, whenAny } from './template.ts'

const hasFallen = whenAny('falls', 'once', 'twice', 'three_times_or_more')

export const fallsRisk: FormTemplate = {
  id: 'falls-risk',
  title: 'Falls risk check',
  description: 'A few questions before we see you, so that we can help you to stay steady on your feet.',
  type: 'risk',
  about: 'Falls in the last year, their consequences, steadiness and worry about falling. Identifies patients who need a full assessment.',
  definition: {
    questions: [
      askOne(
        'falls',
        'How many times have you fallen in the last 12 months?',
        ['I have not fallen', 'Once', 'Twice', 'Three times or more'],
        {
          hint: 'Count slips and trips too, if you ended up on the floor or the ground.',
          protocol: { why: 'People who have fallen are more likely to fall again.' },
        },
      ),
      askSome(
        'consequences',
        'Did any of these happen when you fell?',
        ['I was injured and needed treatment', 'I could not get up without help', 'I fainted or blacked out', 'I hit my head'],
        'None of these',
        {
          showIf: hasFallen,
          protocol: {
            why: 'A fall with any of these needs a full assessment soon.',
            risk: 'Any of these makes the form request urgent. Write here who sees the patient, and by when.',
          },
        },
      ),
      {
        id: 'last_fall',
        type: 'date',
        title: 'When did you last fall?',
        hint: 'About when is enough. For example, 27 3 2026.',
        required: false,
        showIf: hasFallen,
      },
      askYesNo('unsteady', 'Do you feel unsteady when you stand or walk?', { hint: 'Yes: at least now and then. No: never.' }),
      askYesNo('worried', 'Do you worry about falling?', {
        category: 'feelings',
        hint: 'Yes: it keeps you from doing things, or is often on your mind.',
      }),
      askSome(
        'aids',
        'What do you use to get about?',
        ['Walking stick', 'Walking frame', 'Wheelchair', 'Another person’s arm', 'Furniture and walls'],
        'Nothing',
      ),
      askYesNo('dizzy_medicines', 'Do you take a medicine that makes you sleepy, dizzy or light-headed?', {
        hint: 'If you do not know, answer yes.',
      }),
      askYesNo('sight', 'Have you had your eyes tested in the last 12 months?'),
      askWords('home', 'Is there anything at home that makes you unsteady?', { hint: 'Such as stairs, rugs, the bath or poor light.' }),
    ],
    redFlags: [
      {
        id: 'serious-fall',
        name: 'Fall with injury, fainting or head injury, or unable to get up',
        answers: whenAny(
          'consequences',
          'i_was_injured_and_needed_treatment',
          'i_could_not_get_up_without_help',
          'i_fainted_or_blacked_out',
          'i_hit_my_head',
        ),
      },
    ],
    source: ownSource,
  },
}
