import { askRated, type FormTemplate, whenNot } from './template.ts'

/** The first three questions of the AUDIT for UK units. A patient who never drinks is not asked how much. */
export const auditC: FormTemplate = {
  id: 'audit-c',
  title: 'Alcohol questionnaire (AUDIT-C)',
  description: 'Three questions about alcohol. They help us to care for you safely.',
  type: 'risk',
  about: 'Alcohol in the last year, in UK units. With a score of 5 or more, ask the rest of the AUDIT questions.',
  definition: {
    questions: [
      askRated('frequency', 'How often do you have a drink containing alcohol?', [
        'Never',
        'Monthly or less',
        '2 to 4 times per month',
        '2 to 3 times per week',
        '4 or more times per week',
      ]),
      askRated(
        'units',
        'How many units of alcohol do you drink on a typical day when you are drinking?',
        ['1 to 2', '3 to 4', '5 to 6', '7 to 9', '10 or more'],
        {
          hint: 'A pint of ordinary beer or a medium glass of wine (175 ml) has about 2 units. A single measure of spirits has 1.',
          showIf: whenNot('frequency', '0'),
        },
      ),
      askRated(
        'occasion',
        'How often have you had 6 or more units if female, or 8 or more if male, on a single occasion in the last year?',
        ['Never', 'Less than monthly', 'Monthly', 'Weekly', 'Daily or almost daily'],
        { showIf: whenNot('frequency', '0') },
      ),
    ],
    scores: [
      {
        id: 'audit-c',
        name: 'AUDIT-C',
        questions: ['frequency', 'units', 'occasion'],
        bands: [
          { from: 0, to: 4, label: 'Low risk' },
          { from: 5, to: 7, label: 'Increasing risk' },
          { from: 8, to: 10, label: 'Higher risk' },
          { from: 11, to: 12, label: 'Possible dependence' },
        ],
      },
    ],
    source: {
      name: 'AUDIT, World Health Organization (Babor and others, 2001); AUDIT-C, Bush and others, Arch Intern Med 1998;158:1789–1795; wording for UK units and bands as published by the Office for Health Improvement and Disparities',
      licence: 'WHO allows the AUDIT to be reproduced and translated, but not for sale or with commercial purposes',
      url: 'https://www.who.int/publications/i/item/WHO-MSD-MSB-01.6a',
    },
  },
}
