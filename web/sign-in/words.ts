export const frameWords = {
  product: 'Formward',
  purpose: 'Patient forms for healthcare staff',
  skip: 'Skip to main content',
  documentTitle: (title: string, isRefused: boolean) => `${isRefused ? 'Error: ' : ''}${title} – Formward`,
  problem: 'There is a problem',
  goToStart: 'Go to the start page',
  differentUser: 'Sign in as a different user',
}

export const signInWords = {
  title: 'Sign in',
  emailAddress: 'Email address',
  password: 'Password',
  signIn: 'Sign in',
  signInWith: (provider: string) => `Sign in with ${provider}`,
  forgot: 'Forgot your password?',
  emergency: 'Emergency access',
  passkey: 'Sign in with a passkey',
  demo: { title: 'Demonstration', text: 'All people and organisations here are fictional. Sign in as:' },
}

export const passwordWords = {
  forgotTitle: 'Forgot your password?',
  forgotText: 'Enter the email address you sign in with. We will email you a link to set a new password.',
  sendLink: 'Send link',
  back: 'Back to sign in',
  firstTitle: 'Set your password',
  newTitle: 'Set a new password',
  account: 'Account:',
  password: 'New password',
  hint: 'At least 8 characters, with at least one uppercase letter, one lowercase letter, one number and one of # ? ! @ $ % ^ & * -. Do not use your name or a common password.',
  again: 'Confirm new password',
  set: 'Set password',
}

export const secondFactorWords = {
  titles: { code: 'Enter the code from your authenticator app', 'recovery code': 'Enter a recovery code', passkey: 'Use your passkey' },
  code: 'Code',
  codeHint: '6 digits. Each code works once.',
  recoveryCode: 'Recovery code',
  recoveryCodeHint: 'Enter one of the 10 codes you saved when you set up your second factor. Each code works once.',
  continue: 'Continue',
  noScript: 'Turn on JavaScript in your browser to use a passkey.',
  passkeyButton: 'Use a passkey',
  appLink: 'Use the code from your authenticator app',
  passkeyLink: 'Use your passkey',
  recoveryCodeLink: 'Use a recovery code',
  reset: 'If you cannot use any of these, ask an administrator of your organisation to reset your second factor.',
}

export const setUpWords = {
  title: 'Set up a second factor',
  text: 'Your organisation requires a second factor as well as your password. You set it up once and use it each time you sign in.',
  app: 'With an authenticator app',
  scan: 'Scan the QR code with the app on your phone, or type the key into the app.',
  picture: 'QR code for the key below',
  key: 'Key:',
  code: 'Code',
  codeHint: 'The 6 digits the app shows now.',
  confirm: 'Confirm',
  passkey: 'Use a passkey instead',
}

export const recoveryCodesWords = {
  title: 'Save your recovery codes',
  titleWithoutCodes: 'Your second factor is set up',
  text: 'If you lose your phone or passkey, use one of these codes to sign in. Each code works once. We only show the codes now, so write them down or print this page.',
  textWithoutCodes: 'You have already seen your recovery codes. To create new codes, go to Sign-in security in your profile.',
  saved: 'I have saved the codes, continue',
  continue: 'Continue',
}

export const fieldErrorWords = { error: 'Error:' }
