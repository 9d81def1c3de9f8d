import { askOne, askRated, type FormTemplate, whenNot } from './template.ts'

const often = ['Not at all', 'Several days', 'More than half the days', 'Nearly every day']
const hint = 'Over the last 2 weeks, how often have you been bothered by this?'

const items = [
  askRated('interest', 'Little interest or pleasure in doing things', often, { hint }),
  askRated('mood', 'Feeling down, depressed, or hopeless', often, { hint }),
  askRated('sleep', 'Trouble falling or staying asleep, or sleeping too much', often, { hint }),
  askRated('energy', 'Feeling tired or having little energy', often, { hint }),
  askRated('appetite', 'Poor appetite or overeating', often, { hint }),
  askRated('self', 'Feeling bad about yourself – or that you are a failure or have let yourself or your family down', often, { hint }),
  askRated('concentration', 'Trouble concentrating on things, such as reading the newspaper or watching television', often, { hint }),
  askRated(
    'movement',
    'Moving or speaking so slowly that other people could have noticed? Or the opposite – being so fidgety or restless that you have been moving around a lot more than usual',
    often,
    { hint },
  ),
  askRated('harm', 'Thoughts that you would be better off dead or of hurting yourself in some way', often, {
    hint,
    protocol: {
      why: 'Asks about thoughts of death or self-harm.',
      risk: 'Any answer except ‘Not at all’ makes the form request urgent. Write here who speaks to the patient, and by when.',
    },
  }),
]

/** Items, scoring and severity as in the instruction manual at phqscreeners.com; Kroenke, Spitzer, Williams, J Gen Intern Med 2001;16:606–613. */
export const phq9: FormTemplate = {
  id: 'phq-9',
  title: 'Patient Health Questionnaire (PHQ-9)',
  description: 'Nine questions about how you have been over the last 2 weeks. If you need help now, call 111 or, in an emergency, 999.',
  type: 'review',
  about: 'Severity of depression over the last two weeks. For screening and monitoring, not for diagnosis.',
  definition: {
    questions: [
      ...items,
      askOne(
        'difficulty',
        'How difficult have these problems made it for you to do your work, take care of things at home, or get along with other people?',
        ['Not difficult at all', 'Somewhat difficult', 'Very difficult', 'Extremely difficult'],
        {
          hint: 'If you have been bothered by any of the problems.',
          required: false,
          showIf: { match: 'any', rules: items.flatMap(({ id }) => whenNot(id, '0').rules) },
        },
      ),
    ],
    scores: [
      {
        id: 'phq-9',
        name: 'PHQ-9',
        questions: items.map(({ id }) => id),
        bands: [
          { from: 0, to: 4, label: 'None-minimal' },
          { from: 5, to: 9, label: 'Mild' },
          { from: 10, to: 14, label: 'Moderate' },
          { from: 15, to: 19, label: 'Moderately severe' },
          { from: 20, to: 27, label: 'Severe' },
        ],
      },
    ],
    redFlags: [{ id: 'harm', name: 'Thoughts of death or self-harm', answers: whenNot('harm', '0'), alertMinutes: 60 }],
    source: {
      name: 'PHQ-9, developed by Drs Robert L. Spitzer, Janet B. W. Williams, Kurt Kroenke and colleagues, with an educational grant from Pfizer Inc.',
      licence: 'No permission required to reproduce, translate, display or distribute',
      url: 'https://www.phqscreeners.com/',
    },
  },
}
