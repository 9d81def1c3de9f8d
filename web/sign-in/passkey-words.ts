// The browser loads this file with the passkey script, so it is separate from the words of the rendered pages.
export const passkeyNotUsed = 'No passkey was used. Try again, or sign in another way.'
