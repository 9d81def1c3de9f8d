export const previewWords = {
  empty: { title: 'No preview yet', text: 'Add a question to see the form as patients see it.' },
  shownOn: 'Shown on',
  clear: 'Clear answers',
  notShown: 'With these answers, patients do not see this page.',
  frame: 'The form as patients see it',
  neverPublished: 'This form was never published. This is the draft.',
  earlierVersion: (version: number, live: number | null) => `This is version ${version}. Patients now get version ${live}.`,
  position: {
    start: 'Start page',
    check: 'Check answers',
    sent: 'After sending',
    notShown: 'Not shown',
    page: (number: number, total: number) => `${number} of ${total}`,
  },
  pages: { label: 'Pages of the form', start: 'Start', questions: 'Questions', check: 'Check answers', sent: 'After sending' },
  startNote: (organisation: string) =>
    `Before this page, patients enter their date of birth, unless they come from the NHS App. The preview does not ask for it. Every page has the name and the contact details of ${organisation}.`,
  sentNote: 'Nothing was sent, so there is no copy to download. Patients never see scores or red flags.',
  next: 'Next',
  previous: 'Previous',
  computer: 'Computer',
  phone: 'Phone',
}

/** The text of the patient pages. */
export const patientPageWords = {
  continue: 'Continue',
  problem: 'There is a problem',
  save: 'Save and continue',
}
