import { askRated, type FormTemplate } from './template.ts'

const often = ['Not at all', 'Several days', 'More than half the days', 'Nearly every day']
const hint = 'Over the last 2 weeks, how often have you been bothered by this?'

const items = [
  askRated('nervous', 'Feeling nervous, anxious or on edge', often, { hint }),
  askRated('control', 'Not being able to stop or control worrying', often, { hint }),
  askRated('worry', 'Worrying too much about different things', often, { hint }),
  askRated('relax', 'Trouble relaxing', often, { hint }),
  askRated('restless', 'Being so restless that it is hard to sit still', often, { hint }),
  askRated('irritable', 'Becoming easily annoyed or irritable', often, { hint }),
  askRated('afraid', 'Feeling afraid as if something awful might happen', often, { hint }),
]

/** Items and scoring as in the instruction manual at phqscreeners.com; Spitzer, Kroenke, Williams, Löwe, Arch Intern Med 2006;166:1092–1097. */
export const gad7: FormTemplate = {
  id: 'gad-7',
  title: 'Generalised Anxiety Disorder questionnaire (GAD-7)',
  description: 'Seven questions about how you have been over the last 2 weeks. If you need help now, call 111 or, in an emergency, 999.',
  type: 'review',
  about: 'Severity of anxiety over the last two weeks. For screening and monitoring, not for diagnosis.',
  definition: {
    questions: items,
    scores: [
      {
        id: 'gad-7',
        name: 'GAD-7',
        questions: items.map(({ id }) => id),
        bands: [
          { from: 0, to: 4, label: 'Minimal' },
          { from: 5, to: 9, label: 'Mild' },
          { from: 10, to: 14, label: 'Moderate' },
          { from: 15, to: 21, label: 'Severe' },
        ],
      },
    ],
    source: {
      name: 'GAD-7, developed by Drs Robert L. Spitzer, Janet B. W. Williams, Kurt Kroenke and colleagues, with an educational grant from Pfizer Inc.',
      licence: 'No permission required to reproduce, translate, display or distribute',
      url: 'https://www.phqscreeners.com/',
    },
  },
}
