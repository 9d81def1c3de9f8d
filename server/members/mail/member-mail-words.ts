import { formatDate } from '#domain/dates.ts'
import type { MemberMailKind } from '#domain/member-mails.ts'
import { formatDateTime } from '#domain/moments.ts'

/** What a system administrator did with a user of another organisation. */
export const outsideActs = ['added', 'moved', 'roleGiven', 'broughtBack', 'passwordReset', 'factorsReset'] as const
export type OutsideAct = (typeof outsideActs)[number]

const outsideWords: Record<OutsideAct, (name: string) => string> = {
  added: (name) => `added the user ${name}`,
  moved: (name) => `changed the email address of the user ${name}`,
  roleGiven: (name) => `changed the role of the user ${name}`,
  broughtBack: (name) => `restored the user ${name}`,
  passwordReset: (name) => `reset the password of the user ${name}`,
  factorsReset: (name) => `reset the second factor of the user ${name}`,
}

type Addressee = {
  firstName: string
  organisation: string
  at?: string | undefined
  day?: string | undefined
  /** The page on which the member resets their password; undefined where there is none. */
  resetAt?: string | undefined
  about?: { name: string; act: OutsideAct } | undefined
}
type Words = (to: Addressee, address: string) => { subject: string; body: string[] }

/** `address` is the one-time link, or the product's own where there is none. */
export const memberMailWords: Record<MemberMailKind, Words> = {
  invitation: ({ organisation }, address) => ({
    subject: `You are invited to Formward at ${organisation}`,
    body: [
      `${organisation} has created an account for you in Formward. Staff use Formward to send forms to patients and review their answers.`,
      'To start, open this link:',
      address,
      'If you set a password with this link, the link works once and expires after 72 hours. If it has expired, ask an admin to send another invitation.',
    ],
  }),
  reset: ({ organisation }, address) => ({
    subject: 'Reset your Formward password',
    body: [
      `You or an admin at ${organisation} asked to reset the password for your Formward account.`,
      'To set a new password, open this link:',
      address,
      'The link works once and expires after 1 hour. If you did not expect this email, do not open the link. Tell your admin.',
    ],
  }),
  passwordChanged: ({ resetAt }) => ({
    subject: 'Your password for Formward was changed',
    body: [
      'Your Formward password was changed. You have been signed out on all devices.',
      ...ifUnexpected('If you changed your password, you do not need to do anything.', resetAt),
    ],
  }),
  signInsFailed: ({ organisation, at = '', resetAt }) => ({
    subject: 'Failed attempts to sign in to your Formward account',
    body: [
      `There have been at least 10 failed attempts in a row to sign in to your account at ${organisation}. Each used a wrong password or code. The last attempt was on ${formatDateTime(at)} (UK time).`,
      'None of these attempts succeeded. You can still sign in on devices you have used before.',
      ...(resetAt === undefined
        ? ['If this was not you, tell your admin.']
        : [
            'If this was not you, tell your admin. If your password is easy to guess, or you use the same password elsewhere, reset your password:',
            resetAt,
          ]),
    ],
  }),
  addressChanged: ({ organisation }) => ({
    subject: 'Your email address for Formward was changed',
    body: [
      `An admin at ${organisation} changed the email address of your account. You have been signed out on all devices. You can no longer sign in with this address, and emails about your account go to the new one.`,
      'If you expected this change, you do not need to do anything. If you did not, tell your organisation now. Anyone who can read email sent to the new address can reset your password.',
    ],
  }),
  authenticatorAdded: changed('An authenticator app was added to your account', 'You now need a code from the app to sign in.'),
  authenticatorRemoved: changed(
    'The authenticator app was removed from your account',
    'You no longer need a code from the app to sign in.',
  ),
  passkeyAdded: changed('A passkey was added to your account', 'You can now sign in with the passkey.'),
  passkeyRemoved: changed('A passkey was removed from your account', 'You can no longer sign in with the passkey.'),
  recoveryCodesMade: changed('New recovery codes were created for your account', 'Your previous recovery codes no longer work.'),
  recoveryCodeUsed: changed(
    'A recovery code was used to sign in to your account',
    'Each recovery code works only once. Create new recovery codes before you run out.',
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
      `From ${formatDate(day)}, everyone at ${organisation} must use a second factor to sign in to Formward. This can be an authenticator app on your phone or a passkey. Your account does not have a second factor yet.`,
      'It takes about 2 minutes to set up. Open this page and sign in:',
      address,
      'If you have not set up a second factor by then, you will be asked to do so when you next sign in.',
    ],
  }),
  secondFactorSoon: ({ organisation, day = '' }, address) => ({
    subject: `Reminder: set up a second factor for Formward by ${formatDate(day)}`,
    body: [
      `Your account has no second factor yet. From ${formatDate(day)}, everyone at ${organisation} needs a second factor to sign in to Formward. Anyone signed in without a second factor will be signed out.`,
      'Set up an authenticator app or a passkey on this page:',
      address,
    ],
  }),
  webhookSwitchedOff: ({ organisation }, address) => ({
    subject: `A webhook endpoint was switched off at ${organisation}`,
    body: [
      `Formward switched off a webhook endpoint of ${organisation}. The server of another system no longer accepts events, so that system is no longer told what happens in Formward.`,
      'To see the reason and switch the endpoint on again, open this page and sign in:',
      address,
      'Events of the last 30 days can be sent again from there.',
    ],
  }),
  factorsReset: changed(
    'Your second factor was reset',
    'An admin removed your authenticator app, passkeys and recovery codes. You have been signed out on all devices.',
  ),
}

/** An email to a member after a change to how they sign in. */
function changed(what: string, effect: string): Words {
  return ({ organisation, resetAt }) => ({
    subject: `${what} (Formward)`,
    body: [
      `${what} in Formward at ${organisation}. ${effect}`,
      ...ifUnexpected('If you expected this change, you do not need to do anything.', resetAt),
    ],
  })
}

const ifUnexpected = (expected: string, resetAt: string | undefined) =>
  resetAt === undefined
    ? [`${expected} If you did not, tell your admin now.`]
    : [`${expected} If you did not, reset your password now and tell your admin:`, resetAt]
