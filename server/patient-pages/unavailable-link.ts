import type { Assignment } from './assignments.sql.ts'

export type Notice = { status: number; title: string; words: string[] }

const contact = ({ organisationName }: Assignment) => `If you need help, contact ${organisationName}.`

/** What stands at a link that is no longer open, kindly and with what to do; nothing of the patient or the form (PTN-4). Undefined while it is open. */
export function linkUnavailable(assignment: Assignment): Notice | undefined {
  const { status, completedAt, expiresAt } = assignment
  // Before all else: whoever has sent their answers need not worry about what became of the request since.
  if (completedAt)
    return {
      status: 200,
      title: 'You have already sent this form',
      words: ['We have your answers. You do not need to do anything else.', contact(assignment)],
    }
  if (status === 'sent_in_error')
    return {
      status: 410,
      title: 'This link was sent by mistake',
      words: ['We are sorry for the confusion. You do not need to do anything, and you can delete the message.', contact(assignment)],
    }
  if (status === 'closed' || status === 'auto_closed')
    return { status: 410, title: 'This form is closed', words: ['You do not need to fill it in any more.', contact(assignment)] }
  // The clock is looked at as well: the worker that ends overdue requests comes by every ten minutes only.
  if (status === 'expired' || new Date(expiresAt) < new Date())
    return {
      status: 410,
      title: 'The time to fill in this form has passed',
      words: [
        `If you would still like to answer, contact ${assignment.organisationName} and ask for a new link. Your care does not end because you did not reply.`,
      ],
    }
  return undefined
}

export const linkLocked = (assignment: Assignment): Notice => ({
  status: 403,
  title: 'This link is locked',
  words: [
    'The date of birth was entered wrongly too many times, so we locked the link to keep the information behind it safe.',
    `Contact ${assignment.organisationName} to have it unlocked. Nothing that was answered before is lost.`,
  ],
})

export const leftForm = (assignment: Assignment): Notice => ({
  status: 200,
  title: 'You have left the form',
  words: [
    'Your answers have not been sent yet. The answers you saved are kept.',
    'This device can no longer show them. To carry on, open the link from your message again and enter your date of birth.',
    contact(assignment),
  ],
})

export const leftSentForm = (assignment: Assignment): Notice => ({
  status: 200,
  title: 'You have finished',
  words: ['Your answers have been sent. This device can no longer show them, and you can close this page.', contact(assignment)],
})

export const unknownLink: Notice = {
  status: 404,
  title: 'This link does not work',
  words: [
    'Check that you opened the whole link from your message. If you typed it, check each letter.',
    'If it still does not work, contact the organisation that sent you the message.',
  ],
}

export const crossSitePost: Notice = {
  status: 403,
  title: 'Please try that again',
  words: ['Your answer could not be saved from that page. What you saved before is kept, and you can carry on where you left off.'],
}

export const tooManyTries: Notice = {
  status: 429,
  title: 'Please wait a minute',
  words: ['There were too many tries from your network in a short time. Wait a minute, then open the link from your message again.'],
}

export const serviceUnavailable: Notice = {
  status: 503,
  title: 'Sorry, there is a problem with the service',
  words: ['Try again in a few minutes. The answers you have saved are kept.'],
}

/** For what was posted into a broken house: it comes back with the page. */
export const keptForAgain = 'What you have just entered is kept on this page: wait a moment, then choose “Try again”.'
