import { formatCount } from '#domain/amounts.ts'

export const profileWords = {
  title: 'Profile',
  description: 'To change your name, email or role, ask an administrator.',
  security: 'Sign-in security',
  person: 'Personal details',
  organisation: 'Organisation',
  odsCode: 'ODS code',
  timeout: 'Signed out when inactive for',
}

export const ownDetailsWords = {
  label: 'Your details',
  save: 'Save details',
  saved: 'Your details were saved.',
}

export const passwordWords = {
  label: 'Password',
  description: 'When you change your password, you are signed out on all devices. Then sign in with the new password.',
  change: 'Change password',
  currentPassword: 'Current password',
  newPassword: 'New password',
  confirmNewPassword: 'Confirm new password',
  hint: 'At least 8 characters, with at least one uppercase letter, one lowercase letter, one number and one of # ? ! @ $ % ^ & * -. Do not use your name or a common password.',
}

export const securityWords = {
  title: 'Sign-in security',
  description: 'How you sign in, and where you are signed in. We email you when a way to sign in is added or removed.',
  required: 'Your organisation requires a second factor. You cannot remove the last one.',
}

export const appWords = {
  label: 'Authenticator app',
  description: 'An app on your phone that shows a new code every 30 seconds.',
  addedOn: (moment: string) => `Added ${moment}.`,
  setUp: 'Set up an authenticator app',
  setUpAnother: 'Set up another phone',
  remove: 'Remove authenticator app',
  removeTitle: 'Remove the authenticator app?',
  removeText: 'The codes of the app stop working. We email you to confirm.',
  added: 'The authenticator app was added.',
  confirm: 'Confirm',
  scan: 'Scan the QR code with the app on your phone, or type the key into the app. Then enter the code the app shows.',
  picture: 'QR code for the key below',
  key: 'Key:',
  code: 'Code',
  codeHint: 'The 6 digits the app shows now.',
}

export const passkeyWords = {
  label: 'Passkeys',
  description: 'Sign in with your fingerprint, face or PIN instead of a password. Passkeys can’t be guessed or phished.',
  used: (added: string, lastUsed: string | undefined) => `Added ${added}. ${lastUsed ? `Last used ${lastUsed}.` : 'Not used yet.'}`,
  rename: 'Rename',
  renameOne: (name: string) => `Rename ${name}`,
  renamed: 'The passkey was renamed.',
  remove: 'Remove',
  removeOne: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeConfirm: 'Remove passkey',
  removeText: 'You can no longer sign in with the passkey. We email you to confirm.',
  add: 'Add a passkey',
  added: 'The passkey was added.',
  name: 'Name',
  nameHint: 'For example, Work phone',
  save: 'Save',
  continue: 'Continue',
  notCreated: 'The passkey was not created. Try again or use another device. A device can hold only one passkey for your account.',
}

const codesOf = (count: number) => formatCount(count, 'recovery code')

export const recoveryCodesWords = {
  label: 'Recovery codes',
  description: 'Use a recovery code to sign in if you lose your phone or passkey.',
  none: 'You have no recovery codes left. Create new recovery codes.',
  few: (left: number) => `You have only ${codesOf(left)} left. Create new recovery codes.`,
  left: (left: number) => `${left} of 10 recovery codes left.`,
  create: 'Create new recovery codes',
  created: 'New recovery codes were created.',
  title: 'Save your recovery codes',
  text: 'If you lose your phone or passkey, use one of these codes to sign in. Each code works once.',
  shownOnce: 'We only show the codes now. Keep them where nobody else can see them.',
  copy: 'Copy',
  copied: 'The recovery codes were copied.',
  download: 'Download',
  print: 'Print',
  saved: 'I have saved the codes',
}

export const sessionWords = {
  label: 'Where you are signed in',
  description: 'If you do not recognise a session, sign out of it and change your password.',
  onlyThis: 'You are not signed in anywhere else.',
  thisSession: 'This session',
  used: (signedIn: string, lastUsed: string) => `Signed in ${signedIn}. Last used ${lastUsed}.`,
  signOut: 'Sign out',
  signOutOf: (device: string, signedIn: string) => `Sign out of ${device}, signed in ${signedIn}`,
  signedOutOf: (device: string) => `You are signed out of ${device}.`,
  signOutOthers: 'Sign out everywhere else',
  signedOutOfOthers: (count: number) => `You are signed out of ${formatCount(count, 'other session')}.`,
}

export const administratorsWords = {
  label: 'System administrators',
  require: 'Every system administrator signs in with a second factor',
  hintWhenOff: (days: number) => `System administrators without a second factor have ${days} days to set one up.`,
  hintWhenOn: (day: string, days: number) =>
    `You need a second factor from ${day}. New system administrators have ${days} days to set one up.`,
}

export const resetFactorsWords = {
  reset: 'Reset second factor',
  title: (name: string) => `Reset the second factor of ${name}?`,
  text: 'This removes the user’s authenticator app, passkeys and recovery codes, and signs the user out on all devices.',
  warning: 'Check that the request comes from this user. After the reset, the password alone is enough to sign in.',
  done: (name: string) => `The second factor of ${name} was reset.`,
}
