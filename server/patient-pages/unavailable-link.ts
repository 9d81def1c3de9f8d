import type { Assignment } from './assignments.sql.ts'

export type Notice = { status: number; title: string; words: string[] }

const contact = ({ organisationName }: Assignment) => `If you need help, contact ${organisationName}.`

/**
 * The page of a link that is no longer open: kind, with the next step, and without patient or form (PTN-4). Undefined if the link is open.
 */
export function linkUnavailable(assignment: Assignment): Notice | undefined {
  const { status, completedAt, expiresAt } = assignment
  // First: a patient who has sent their answers need not know what happened to the request later.
  if (completedAt && assignment.isSentByStaff)
    return {
      status: 200,
      title: 'This form has been filled in',
      words: [
        'A member of staff filled in this form with the answers that they were given. You do not need to do anything else.',
        `If you did not give your answers to a member of staff, contact ${assignment.organisationName}.`,
      ],
    }
  if (completedAt)
    return {
      status: 200,
      title: 'You have already sent this form',
      words: ['We have your answers. You do not need to do anything else.', contact(assignment)],
    }
  if (status === 'sent_in_error')
    return {
      status: 410,
      title: 'This form was sent by mistake',
      words: [
        'We are sorry for the confusion. You do not need to do anything. You can delete the message or throw away the letter.',
        contact(assignment),
      ],
    }
  if (status === 'closed' || status === 'auto_closed')
    return { status: 410, title: 'This form is closed', words: ['You no longer need to fill in this form.', contact(assignment)] }
  // Also checks the time, because the worker ends overdue requests only every ten minutes.
  if (status === 'expired' || new Date(expiresAt) < new Date())
    return {
      status: 410,
      title: 'The time to fill in this form has passed',
      words: [
        `If you would still like to answer, contact ${assignment.organisationName} and ask for the form again. Your care will not stop because you did not reply.`,
      ],
    }
  return undefined
}

export const linkLocked = (assignment: Assignment): Notice => ({
  status: 403,
  title: 'This link is locked',
  words: [
    'The wrong date of birth was entered too many times. To keep your information safe, we’ve locked your link or code.',
    `Contact ${assignment.organisationName} and ask them to unlock your link or code. Any answers you saved are kept.`,
  ],
})

export const leftForm = (assignment: Assignment): Notice => ({
  status: 200,
  title: 'You have left the form',
  words: [
    'Your answers have not been sent yet. The answers you saved are kept.',
    'Your answers can no longer be seen on this device. To continue, open the link in your message or enter the code in your letter again. Then enter your date of birth.',
    contact(assignment),
  ],
})

export const leftSentForm = (assignment: Assignment): Notice => ({
  status: 200,
  title: 'You have finished',
  words: ['Your answers have been sent and can no longer be seen on this device. You can close this page.', contact(assignment)],
})

export const unknownLink: Notice = {
  status: 404,
  title: 'This link does not work',
  words: [
    'Check that you opened the whole link from your message. If you typed it, check each letter.',
    'If it still does not work, contact the organisation that sent you the message.',
  ],
}

/** The link of a test message that a member of staff sent. */
export const linkOfTest: Notice = {
  status: 200,
  title: 'This link is from a test message',
  words: ['It opens no form. In a real message the link opens the form of one patient.'],
}

export const crossSitePost: Notice = {
  status: 403,
  title: 'There was a problem with that page',
  words: ['We could not save your answer from that page. Your earlier answers are saved, and you can continue from where you stopped.'],
}

export const tooManyTries: Notice = {
  status: 429,
  title: 'Please wait a minute',
  words: ['Links were opened too many times from your network. Wait 1 minute, then open the link in your message again.'],
}

export const tooManyCodes: Notice = {
  status: 429,
  title: 'Please wait 10 minutes',
  words: [
    'Too many wrong codes were entered. Wait 10 minutes, then enter the code from your letter again.',
    'You can also scan the QR code in your letter with your phone, or call the phone number in your letter.',
  ],
}

export const serviceUnavailable: Notice = {
  status: 503,
  title: 'Sorry, there is a problem with the service',
  words: ['Try again in a few minutes. The answers you have saved are kept.'],
}

/** Shown when a post failed. The page contains the typed answer. */
export const retainedFields = 'This page has kept the answer you just entered. Wait a moment, then select “Try again”.'
