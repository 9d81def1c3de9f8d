import { colourSchemeCookie, toColourScheme } from '#domain/colour-scheme.ts'

/** A page with the colour scheme that the browser is set to. Without one it stays as it is, and follows the system. */
export function withColourScheme(page: string, cookies: Record<string, string | undefined>) {
  const scheme = toColourScheme(cookies[colourSchemeCookie])
  return scheme ? page.replace('<html ', `<html data-colour-scheme="${scheme}" `) : page
}
