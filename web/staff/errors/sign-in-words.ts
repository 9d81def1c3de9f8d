export const noMemberWords = {
  title: 'You do not have access yet',
  text: 'Your account does not belong to an organisation. Ask an admin to add you, then sign in again.',
  signOut: 'Sign out',
}

export const signInFailedWords = {
  title: 'You could not sign in',
  reasons: {
    access_denied: 'Sign-in was refused, or you cancelled it.',
    login_required: 'The sign-in service needs you to sign in again.',
    temporarily_unavailable: 'The sign-in service is busy.',
    // Providers answer this to a token proof from a computer with a wrong clock (RFC 9449 section 5).
    invalid_dpop_proof: 'This computer’s clock may be wrong. Check its date and time.',
    server_error: 'The sign-in service has a problem.',
  } as Record<string, string>,
  otherReason: 'The sign-in was started too long ago or in another browser.',
  tryAgain: 'Try again',
}

export const signInNotAcceptedWords = {
  title: 'Formward did not accept your sign-in',
  text: 'Formward could not use the answer of the sign-in service. Sign in again.',
  support: 'If you see this page again, tell your IT support that Formward refuses the access tokens.',
  signInAgain: 'Sign in again',
  signOut: 'Sign out',
}

export const wrongClockPageWords = {
  title: 'This computer’s clock is wrong',
  text: 'Formward checks the time of every request. If you cannot change the clock, ask your IT support.',
  tryAgain: 'Try again',
}
