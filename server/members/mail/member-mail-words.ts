import { formatDate, formatDateTime } from '#domain/dates.ts'

/** Every mail to a member about their own account. */
export const memberMailKinds = [
  'invitation',
  'reset',
  'passwordChanged',
  'signInsFailed',
  'addressChanged',
  'authenticatorAdded',
  'authenticatorRemoved',
  'passkeyAdded',
  'passkeyRemoved',
  'recoveryCodesMade',
  'recoveryCodeUsed',
  'factorsReset',
  'changedFromOutside',
  'secondFactorBegins',
  'secondFactorSoon',
] as const
export type MemberMailKind = (typeof memberMailKinds)[number]

/** What a system administrator did with a user of an organisation that is not their own. */
export const outsideActs = ['added', 'moved', 'roleGiven', 'broughtBack', 'passwordReset', 'factorsReset'] as const
export type OutsideAct = (typeof outsideActs)[number]

const outsideWords: Record<OutsideAct, (name: string) => string> = {
  added: (name) => `added the user ${name}`,
  moved: (name) => `changed the email address of the user ${name}`,
  roleGiven: (name) => `changed the role of the user ${name}`,
  broughtBack: (name) => `brought back the user ${name}`,
  passwordReset: (name) => `reset the password of the user ${name}`,
  factorsReset: (name) => `reset the second factor of the user ${name}`,
}

type Addressee = {
  firstName: string
  organisation: string
  at?: string | undefined
  day?: string | undefined
  about?: { name: string; act: OutsideAct } | undefined
}
type Words = (to: Addressee, address: string) => { subject: string; body: string[] }

/** `address` is the one-time link, or the product's own where there is none. */
export const memberMailWords: Record<MemberMailKind, Words> = {
  invitation: ({ organisation }, address) => ({
    subject: `You are invited to Formward at ${organisation}`,
    body: [
      `${organisation} has made an account for you in Formward, where it sends forms to patients and works through the answers.`,
      `To begin, open this link:`,
      address,
      'If you choose a password there, the link works once and for 72 hours. After that, ask whoever invited you to send another.',
    ],
  }),
  reset: ({ organisation }, address) => ({
    subject: 'Choose a new password for Formward',
    body: [
      `Somebody, probably you or an admin of ${organisation}, has asked for a new password for your account.`,
      'To choose one, open this link:',
      address,
      'It works once and for one hour. If you did not expect this message, ignore it and tell your admin.',
    ],
  }),
  passwordChanged: (_to, address) => ({
    subject: 'Your password for Formward was changed',
    body: [
      'The password of your account has just been changed, and you were signed out everywhere.',
      'If this was you, there is nothing to do. If it was not, choose another password at once and tell your admin:',
      address,
    ],
  }),
  signInsFailed: ({ organisation, at = '' }, address) => ({
    subject: 'Failed attempts to sign in to your Formward account',
    body: [
      `Somebody has tried at least 10 times in a row to sign in to your account at ${organisation} with a wrong password or code. The last attempt was on ${formatDateTime(at)} (UK time).`,
      'Nobody has signed in with these attempts. You can still sign in on the devices that you use already.',
      'If this was not you, tell your admin. If your password is easy to guess, or you use it elsewhere, choose a new one:',
      address,
    ],
  }),
  addressChanged: ({ organisation }) => ({
    subject: 'Your email address for Formward was changed',
    body: [
      `An admin of ${organisation} has changed the email address of your account, and you were signed out everywhere. Messages about it no longer come here, and this address does not sign you in any more.`,
      'If you know of this, there is nothing to do. If you do not, tell your organisation at once: whoever reads the mail of the new address can choose a new password.',
    ],
  }),
  authenticatorAdded: changed('An authenticator app was added to your account', 'From now on signing in asks for a code of it.'),
  authenticatorRemoved: changed('The authenticator app was removed from your account', 'Signing in asks for no code of it any more.'),
  passkeyAdded: changed('A passkey was added to your account', 'From now on it signs you in.'),
  passkeyRemoved: changed('A passkey was removed from your account', 'It signs you in no more.'),
  recoveryCodesMade: changed('New recovery codes were made for your account', 'Those you had before open nothing any more.'),
  recoveryCodeUsed: changed(
    'A recovery code was used to sign in to your account',
    'It works no more. Make new ones before you run out of them.',
  ),
  changedFromOutside: ({ organisation, about }) => {
    const what = about ? outsideWords[about.act](about.name) : 'changed a user'
    return {
      subject: `A system administrator changed a user at ${organisation}`,
      body: [
        `A system administrator of Formward, who is not a member of ${organisation}, ${what}.`,
        'If you expected this, you do not need to do anything. If you did not, ask your system administrator. The audit log shows who did it and when.',
      ],
    }
  },
  secondFactorBegins: ({ organisation, day = '' }, address) => ({
    subject: `Set up a second factor for Formward by ${formatDate(day)}`,
    body: [
      `From ${formatDate(day)}, everyone at ${organisation} signs in to Formward with a second factor: an authenticator app on your phone, or a passkey. Your account has none yet.`,
      'It takes about two minutes. Open this page, and sign in if you are asked to:',
      address,
      'If you have not set one up by then, you will be asked to when you sign in.',
    ],
  }),
  secondFactorSoon: ({ organisation, day = '' }, address) => ({
    subject: `Reminder: set up a second factor for Formward by ${formatDate(day)}`,
    body: [
      `Your account has no second factor yet. From ${formatDate(day)}, everyone at ${organisation} needs one to sign in to Formward, and sessions without one end.`,
      'Set up an authenticator app or a passkey on this page:',
      address,
    ],
  }),
  factorsReset: changed(
    'Your second factor was reset',
    'An admin has removed your authenticator app, passkeys and recovery codes, and you were signed out everywhere.',
  ),
}

/** What changes how somebody signs in, said to them. */
function changed(what: string, so: string): Words {
  return ({ organisation }, address) => ({
    subject: `${what} (Formward)`,
    body: [
      `${what} in Formward at ${organisation}. ${so}`,
      'If you know of this, there is nothing to do. If you do not, choose another password at once and tell your admin:',
      address,
    ],
  })
}
