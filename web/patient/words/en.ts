import type { CodeError, IdentityError, NoticeName } from '#contract/pages.ts'
import { englishAnswers } from '#domain/form/answer-words/en.ts'
import type { Progress } from '#domain/form/path.ts'
import type { InformationTopic } from '#domain/patient-information.ts'
import { checkAnswersWords, confirmationWords, startPageWords, startWith, unknownOwner } from '#web/form/page-words.ts'
import { questionWords } from '#web/form/words.ts'

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
export type RemovalText = { title: string; texts: string[] }
type NoticeText = (owner: string | undefined) => { title: string; texts: string[] }

const help = (owner: string | undefined) => `If you need help, contact ${owner ?? unknownOwner}.`

/** The fixed words of the patient pages in English. Every other language has the same words (PTN-8). */
export const englishWords = {
  answers: englishAnswers,
  questions: questionWords,
  frame: {
    error: 'Error: ',
    skip: 'Skip to main content',
    header: 'Patient forms',
    back: 'Back',
    language: 'Language',
    from: (owner: string | undefined) =>
      owner === undefined ? 'This page is part of a form for patients.' : `This form is from ${owner}.`,
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
  },
  errorSummary: { title: 'There is a problem' },
  code: {
    title: 'Enter the code from your letter',
    hint: 'The code has 12 letters and numbers, for example K7QM 2XWP 9RTD. Capital letters and spaces do not matter.',
    error: 'Error:',
    continue: 'Continue',
    about: 'This page is for people who have a letter with a code. Do not share your code with anyone.',
    errors: {
      missing: 'Enter the code from your letter',
      unknown: 'We do not recognise this code. Check the code in your letter and try again',
    } satisfies Record<CodeError, string>,
  },
  fromNhsApp: {
    title: 'Continue to your form',
    signedIn: 'You are signed in to the NHS App, so you do not need to enter your date of birth.',
    continue: 'Continue',
  },
  identity: {
    title: 'What is your date of birth?',
    why: 'We ask to make sure that only you can see this information. If you are answering for someone else, enter their date of birth.',
    example: 'For example, 27 3 1981',
    error: 'Error:',
    lock: 'If you enter the wrong date 5 times, we’ll lock your link or code to keep your information safe.',
    continue: 'Continue',
    errors: {
      missing: 'Enter your date of birth',
      impossible: 'Date of birth must be a real date, like 27 3 1981',
      wrong: 'This date of birth does not match the one we have. Check it and try again',
    } satisfies Record<IdentityError, string>,
  },
  start: startPageWords,
  questionPage: {
    progress: ({ number, total }: Progress) => `Question ${number}${total === undefined ? '' : ` of ${total}`}`,
    saveAndContinue: 'Save and continue',
    continue: 'Continue',
    leaveUnsaved: 'Come back later without saving this answer',
    saveAndLeave: 'Save and come back later',
    changed: (saved: string) =>
      `A member of staff has changed this answer since you opened the page. The saved answer is now ${saved ? `“${saved}”` : 'empty'}. To save your answer instead, select “Save and continue” again`,
  },
  /** Not "finished": nobody must think that answers are sent which are only saved. */
  later: 'Come back later',
  checkAnswers: checkAnswersWords,
  confirmation: confirmationWords,
  removal: {
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
  },
  stopEmails: {
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
  },
  notice: {
    continue: 'Continue',
    tryAgain: 'Try again',
    /** Shown when a post failed. The page contains the typed answer. */
    retained: 'This page has kept the answer you just entered. Wait a moment, then select “Try again”.',
  },
  /** A link that is no longer open: kind, with the next step, and without patient or form (PTN-4). */
  notices: {
    filled_in_by_staff: (owner) => ({
      title: 'This form has been filled in',
      texts: [
        'A member of staff filled in this form with the answers that they were given. You do not need to do anything else.',
        `If you did not give your answers to a member of staff, contact ${owner ?? unknownOwner}.`,
      ],
    }),
    already_sent: (owner) => ({
      title: 'You have already sent this form',
      texts: ['We have your answers. You do not need to do anything else.', help(owner)],
    }),
    sent_in_error: (owner) => ({
      title: 'This form was sent by mistake',
      texts: [
        'We are sorry for the confusion. You do not need to do anything. You can delete the message or throw away the letter.',
        help(owner),
      ],
    }),
    closed: (owner) => ({
      title: 'This form is closed',
      texts: [
        'If you have a newer message or letter from us about a form, use the link or code in it.',
        'If you have no newer message or letter, you do not need to do anything.',
        help(owner),
      ],
    }),
    expired: (owner) => ({
      title: 'The time to fill in this form has passed',
      texts: [
        `If you would still like to answer, contact ${owner ?? unknownOwner} and ask for the form again. Your care will not stop because you did not reply.`,
      ],
    }),
    locked: (owner) => ({
      title: 'This link is locked',
      texts: [
        'The wrong date of birth was entered too many times. To keep your information safe, we’ve locked your link or code.',
        `Contact ${owner ?? unknownOwner} and ask them to unlock your link or code. Any answers you saved are kept.`,
      ],
    }),
    left: (owner) => ({
      title: 'You have left the form',
      texts: [
        'Your answers have not been sent yet. The answers you saved are kept.',
        'Your answers can no longer be seen on this device. To continue, open the link in your message or enter the code in your letter again. Then enter your date of birth.',
        help(owner),
      ],
    }),
    finished: (owner) => ({
      title: 'You have finished',
      texts: ['Your answers have been sent and can no longer be seen on this device. You can close this page.', help(owner)],
    }),
    unknown_link: () => ({
      title: 'This link does not work',
      texts: [
        'Check that you opened the whole link from your message. If you typed it, check each letter.',
        'If it still does not work, contact the organisation that sent you the message.',
      ],
    }),
    /** The link of a test message that a member of staff sent. */
    test_link: () => ({
      title: 'This link is from a test message',
      texts: ['It opens no form. In a real message the link opens the form of one patient.'],
    }),
    cross_site_post: () => ({
      title: 'There was a problem with that page',
      texts: ['We could not save your answer from that page. Your earlier answers are saved, and you can continue from where you stopped.'],
    }),
    too_many_tries: () => ({
      title: 'Please wait a minute',
      texts: ['Links were opened too many times from your network. Wait 1 minute, then open the link in your message again.'],
    }),
    too_many_codes: () => ({
      title: 'Please wait 10 minutes',
      texts: [
        'Too many wrong codes were entered. Wait 10 minutes, then enter the code from your letter again.',
        'You can also scan the QR code in your letter with your phone, or call the phone number in your letter.',
      ],
    }),
    moved: () => ({
      title: 'This form has moved to a new address',
      texts: ['The answers you have saved are kept. If you were entering an answer, enter it again at the new address.'],
    }),
    unavailable: () => ({
      title: 'Sorry, there is a problem with the service',
      texts: ['Try again in a few minutes. The answers you have saved are kept.'],
    }),
  } satisfies Record<NoticeName, NoticeText> as Record<NoticeName, NoticeText>,
  information: {
    from: (owner: string | undefined) => `This page is from ${owner ?? unknownOwner}.`,
    back: 'Go back',
  },
}
export type PatientWords = typeof englishWords
