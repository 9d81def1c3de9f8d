import type { Progress } from '#domain/form/path.ts'
import type { InformationTopic } from '#domain/patient-information.ts'

const unknownOwner = 'the organisation that sent you the form'
/** At the beginning of a sentence. */
const startWith = (owner: string | undefined) => owner ?? `T${unknownOwner.slice(1)}`

export const frameWords = {
  error: 'Error: ',
  skip: 'Skip to main content',
  header: 'Patient forms',
  back: 'Back',
  from: (owner: string | undefined) => (owner === undefined ? 'This page is part of a form for patients.' : `This form is from ${owner}.`),
  doNotShare: 'Do not share the link to this page with anyone.',
  contact: (owner: string) => `Contact ${owner}`,
  phone: 'Phone:',
  address: 'Address:',
  web: 'Web:',
  newTab: '(opens in a new tab)',
  information: 'About this service',
  topics: { privacy: 'Privacy notice', accessibility: 'Accessibility statement', cookies: 'Cookies' } satisfies Record<
    InformationTopic,
    string
  >,
}

export const errorSummaryWords = { title: 'There is a problem' }

export const codeWords = {
  title: 'Enter the code from your letter',
  hint: 'The code has 12 letters and numbers, for example K7QM 2XWP 9RTD. Capital letters and spaces do not matter.',
  error: 'Error:',
  continue: 'Continue',
  about: 'This page is for people who have a letter with a code. Do not share your code with anyone.',
}

export const fromNhsAppWords = {
  title: 'Continue to your form',
  signedIn: 'You are signed in to the NHS App, so you do not need to enter your date of birth.',
  continue: 'Continue',
}

export const identityWords = {
  title: 'What is your date of birth?',
  why: 'We ask to make sure that only you can see this information. If you are answering for someone else, enter their date of birth.',
  example: 'For example, 27 3 1981',
  error: 'Error:',
  day: 'Day',
  month: 'Month',
  year: 'Year',
  lock: 'If you enter the wrong date 5 times, we’ll lock your link or code to keep your information safe.',
  continue: 'Continue',
}

export const startWords = {
  saved: 'Your answers are saved as you go. You can stop at any time and come back with the same link or code.',
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
  changed: 'Your answers have not been sent, because some have changed since you opened this page. Check your answers again.',
  submit: 'Send my answers',
}

export const confirmationWords = {
  title: 'Your answers have been sent',
  next: 'What happens next',
  received: (owner: string | undefined) => `${startWith(owner)} has your answers. Staff will contact you if they need anything else.`,
  copy: 'Keep a copy',
  download: 'Download a copy of your answers (PDF)',
  copyPrivate: 'The file contains your answers. Do not save it on a device that other people use.',
  finishTitle: 'When you have finished',
  finish:
    'You do not need to do anything else. If other people use this device, select “I have finished” so that no one else can open this page.',
  finished: 'I have finished',
  contact: (owner: string | undefined) =>
    `If something you told us changes, contact ${owner ?? unknownOwner}. If you need medical help now, use NHS 111 online or call 111. In an emergency, call 999.`,
}

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
type RemovalText = { title: string; texts: string[] }

export const removalWords = {
  submit: 'I still need the appointment',
  approved: (owner: string | undefined, until: string): RemovalText => ({
    title: 'Do you still need your appointment?',
    texts: [
      `From your answers, we think that you may not need the appointment. A member of staff at ${owner ?? unknownOwner} has read your answers and plans to take you off the waiting list.`,
      `If you still need the appointment, select “I still need the appointment” by ${longDay.format(new Date(until))}. You will stay on the waiting list.`,
      'If you agree with the decision, you do not need to do anything.',
    ],
  }),
  changed_mind: (owner: string | undefined): RemovalText => ({
    title: 'You stay on the waiting list',
    texts: [
      `You told us that you still need the appointment. ${startWith(owner)} has your reply, and you do not need to do anything else.`,
      'If your symptoms get worse, contact your GP, use NHS 111 online or call 111. In an emergency, call 999.',
    ],
  }),
  withdrawn: (owner: string | undefined): RemovalText => ({
    title: 'You stay on the waiting list',
    texts: [
      `${startWith(owner)} no longer plans to take you off the waiting list. You do not need to do anything.`,
      'If your symptoms get worse, contact your GP, use NHS 111 online or call 111. In an emergency, call 999.',
    ],
  }),
  /** Staff take the patient off the list in another system, which may not be done yet. */
  final: (owner: string | undefined): RemovalText => ({
    title: 'The time to reply has passed',
    texts: [
      `${startWith(owner)} is taking you off the waiting list, or has already done this.`,
      `If you still need the appointment, contact ${owner ?? unknownOwner} or your GP. Ask to stay on the waiting list, or to be put on it again.`,
    ],
  }),
}

export const stopEmailsWords = {
  from: (owner: string | undefined) => `This page is from ${owner ?? unknownOwner}.`,
  ask: {
    title: 'Stop emails about forms',
    text: (owner: string | undefined) =>
      `If you stop emails, ${owner ?? unknownOwner} will not email you about forms or send you reminders by email.`,
    care: 'This does not change your care or your appointments. We may still contact you about forms in other ways.',
    submit: 'Stop emails',
    undo: (owner: string | undefined) => `If you change your mind later, contact ${owner ?? unknownOwner} and ask to get emails again.`,
  },
  stopped: {
    phone: (phone: string, hours: string) => (hours ? `Call ${phone}. Opening times: ${hours}.` : `Call ${phone}.`),
    title: 'You have stopped emails about forms',
    text: (owner: string | undefined) =>
      `${startWith(owner)} will not email you about forms. An email that is already on its way may still arrive.`,
    undo: 'If you change your mind',
    contact: (owner: string | undefined) => `Contact ${owner ?? unknownOwner} and ask to get emails again.`,
  },
}

export const noticeWords = { continue: 'Continue', tryAgain: 'Try again' }

export const informationWords = {
  from: (owner: string | undefined) => `This page is from ${owner ?? unknownOwner}.`,
  back: 'Go back',
}
