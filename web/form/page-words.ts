export const unknownOwner = 'the organisation that sent you the form'
/** At the beginning of a sentence. */
export const startWith = (owner: string | undefined) => owner ?? `T${unknownOwner.slice(1)}`

/** The words of the pages around the questions. Staff see the English ones in the preview. */
export const startPageWords = {
  saved: 'Your answers are saved as you go. You can stop at any time and come back with the same link or code.',
  start: 'Start',
}
export type StartPageWords = typeof startPageWords

export const checkAnswersWords = {
  title: 'Check your answers before sending',
  send: 'Send your answers',
  sentTo: (owner: string | undefined) =>
    `Your answers will be sent to ${owner ?? unknownOwner}. You cannot change your answers after you send them.`,
  changed: 'Your answers have not been sent, because some have changed since you opened this page. Check your answers again.',
  submit: 'Send my answers',
}
export type CheckAnswersWords = typeof checkAnswersWords

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
export type ConfirmationWords = typeof confirmationWords
