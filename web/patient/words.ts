import type { Progress } from '#domain/form/path.ts'

const unknownOwner = 'the organisation that sent you the form'

export const frameWords = {
  error: 'Error: ',
  skip: 'Skip to main content',
  header: 'Patient forms',
  back: 'Back',
  from: (owner: string | undefined) => (owner === undefined ? 'This page is part of a form for patients.' : `This form is from ${owner}.`),
  doNotShare: 'Do not share the link to this page with anyone.',
}

export const errorSummaryWords = { title: 'There is a problem' }

export const identityWords = {
  title: 'What is your date of birth?',
  why: 'We ask to make sure that only you can see this form. If you are filling it in for someone else, enter their date of birth.',
  example: 'For example, 27 3 1981',
  error: 'Error:',
  day: 'Day',
  month: 'Month',
  year: 'Year',
  lock: 'If you enter the wrong date 5 times, we’ll lock the link to keep your information safe.',
  continue: 'Continue',
}

export const startWords = {
  saved: 'Your answers are saved as you go. You can stop at any time and come back with the same link.',
  start: 'Start',
}

export const questionPageWords = {
  progress: ({ number, total }: Progress) => `Question ${number}${total === undefined ? '' : ` of ${total}`}`,
  saveAndContinue: 'Save and continue',
  continue: 'Continue',
  leaveUnsaved: 'Come back later without saving this answer',
  saveAndLeave: 'Save and come back later',
}

/** Not "finished": nobody must think that answers are sent which are only saved. */
export const laterLabel = 'Come back later'

export const checkAnswersWords = {
  title: 'Check your answers before sending',
  send: 'Send your answers',
  sentTo: (owner: string | undefined) =>
    `Your answers will be sent to ${owner ?? unknownOwner}. You cannot change your answers after you send them.`,
  submit: 'Send my answers',
}

export const confirmationWords = {
  title: 'Your answers have been sent',
  next: 'What happens next',
  received: (owner: string | undefined) =>
    `${owner ?? unknownOwner} has your answers, and a member of staff will read them. The team will contact you if it needs anything else.`,
  finish:
    'You do not need to do anything else. If other people use this device, select “I have finished” so that no one else can open this page.',
  finished: 'I have finished',
  contact: (owner: string | undefined) =>
    `If something you told us changes, contact ${owner ?? unknownOwner}. If you need medical help now, use NHS 111 online or call 111. In an emergency, call 999.`,
}

export const noticeWords = { continue: 'Continue', tryAgain: 'Try again' }
