export const createWords = {
  titleField: 'Title',
  title: 'Create Form',
  description: 'Enter a title. You can change everything later.',
  submit: 'Create and add questions',
  import: 'Import from another system',
  startWith: {
    label: 'Start with',
    hint: 'Each template shows its source and licence. You can change the form afterwards.',
  },
  blank: 'Blank form',
  copy: 'A copy of one of your forms',
  original: {
    label: 'Form to copy',
    hint: 'Questions, logic, scores and red flags are copied. Versions and answers are not.',
  },
  empty: { title: 'No preview', text: 'Choose a template or a form to copy to see it here.' },
  redFlags: 'Red flags',
  scores: 'Scores',
  questions: 'Questions',
  cancel: 'Cancel',
}
