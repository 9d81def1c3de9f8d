import { type ColourScheme, colourSchemeCookie, toColourScheme } from '#domain/colour-scheme.ts'

export type SchemeChoice = 'system' | ColourScheme

const oneYearInSeconds = 365 * 24 * 60 * 60

/** What the server wrote into this page, or the user has chosen since. */
export const chosenScheme = (): SchemeChoice => toColourScheme(document.documentElement.dataset['colourScheme']) ?? 'system'

/** Keeps the choice in this browser, also after sign-out: it says nothing about a user, and the sign-in pages follow it. */
export function chooseScheme(choice: SchemeChoice) {
  const { documentElement } = document
  if (choice === 'system') delete documentElement.dataset['colourScheme']
  else documentElement.dataset['colourScheme'] = choice
  const maxAge = choice === 'system' ? 0 : oneYearInSeconds
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${colourSchemeCookie}=${choice}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure}`
}
