export const proofWords = {
  title: 'Confirm that it is you',
  methods: { password: 'Use your password', code: 'Use a code', passkey: 'Use a passkey' },
  password: 'Password',
  passwordHint: 'You last signed in more than 5 minutes ago.',
  code: 'Code',
  codeHint: 'The 6 digits your authenticator app shows now.',
  confirm: 'Confirm',
  passkeyNotUsed: 'No passkey was used. Try again, or confirm another way.',
  signInText: 'Sign in again. You then return to this page, and forms keep your changes. Select the same button again.',
  signInAgain: 'Sign in again',
}
