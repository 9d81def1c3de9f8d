/** The emails to a member about their own account. */
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
  'webhookSwitchedOff',
] as const
export type MemberMailKind = (typeof memberMailKinds)[number]

/** What an email is about, in the audit log. */
export const memberMailLabels: Record<MemberMailKind, string> = {
  invitation: 'invitation',
  reset: 'link to choose a new password',
  passwordChanged: 'password changed',
  signInsFailed: 'failed sign-ins',
  addressChanged: 'email address changed',
  authenticatorAdded: 'authenticator app added',
  authenticatorRemoved: 'authenticator app removed',
  passkeyAdded: 'passkey added',
  passkeyRemoved: 'passkey removed',
  recoveryCodesMade: 'new recovery codes',
  recoveryCodeUsed: 'recovery code used',
  factorsReset: 'second factor reset',
  changedFromOutside: 'change by a system administrator',
  secondFactorBegins: 'second factor required',
  secondFactorSoon: 'second factor required soon',
  webhookSwitchedOff: 'webhook endpoint switched off',
}
