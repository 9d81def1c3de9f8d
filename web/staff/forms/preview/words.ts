export const previewWords = {
  empty: { title: 'No preview yet', text: 'Add a question to see the form as patients see it.' },
  shownOn: 'Shown on',
  clear: 'Clear answers',
  notShown: 'With these answers, patients do not see this page.',
  frame: 'The form as patients see it',
  neverPublished: 'This form was never published. This is the draft.',
  earlierVersion: (version: number, live: number | null) => `This is version ${version}. Patients now get version ${live}.`,
  position: { answers: 'Answers', notShown: 'Not shown', page: (number: number, total: number) => `${number} of ${total}` },
  next: 'Next',
  previous: 'Previous',
  computer: 'Computer',
  phone: 'Phone',
}

/** The text of the patient pages. */
export const patientPageWords = {
  continue: 'Continue',
  problem: 'There is a problem',
  checkAnswers: 'Check your answers before sending',
  send: 'Send my answers',
  save: 'Save and continue',
}
