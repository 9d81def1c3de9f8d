export const logoutWords = {
  title: 'Signing out',
  progress: 'Signing out…',
  localTitle: 'You are signed out of Formward',
  localText:
    'The sign-in service could not be reached, so you may still be signed in there. Close the browser if other people use this computer.',
  signInAgain: 'Sign in again',
}
