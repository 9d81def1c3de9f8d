export const worklistWords = {
  label: 'Form requests',
  empty: {
    title: 'No form requests yet',
    text: 'A form request asks a patient to fill in a form. Create the first one, or import a list of patients.',
  },
  noMatch: { title: 'No form request matches', text: 'Search for other words, choose more days or use fewer filters.' },
  notAllCounted: 'Only the newest form requests were counted. Type more of the name or number to count them all.',
}
