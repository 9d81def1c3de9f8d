import { Secret, TOTP } from 'otpauth'

import type { TotpSetup } from '#contract/own-account.ts'

import { enterPassword, startSignIn, type SignedIn, type Started } from './sign-in.ts'

export const factorsPath = '/api/tenants/tenant/member/factors'

export type WithCodes = { recoveryCodes: string[] }

/** The code that the app shows now, or in a later half minute. A code works once, so a second one must be later. */
export const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({ timestamp: Date.now() + later * 30_000 })

/** Calls with a body, as the app does. */
export const ask = async <T = Record<string, unknown>>({ call }: SignedIn, method: string, path: string, body?: object) => {
  const answer = await call(method, path.startsWith('/api') ? path : factorsPath + path, undefined, body)
  return { status: answer.status, body: (await answer.json()) as T }
}

/** Sets up an authenticator app on the profile. */
export async function addApp(signedIn: SignedIn) {
  const { body: setup } = await ask<TotpSetup>(signedIn, 'POST', '/totp')
  const { body } = await ask<WithCodes>(signedIn, 'PUT', '/totp', { code: codeOf(setup.secret) })
  return { secret: setup.secret, recoveryCodes: body.recoveryCodes }
}

/** The password is right, and the page that follows is shown. */
export async function reachSecondStep(baseUrl: string, { emailAddress, password }: { emailAddress: string; password: string }) {
  const started = await startSignIn(baseUrl)
  const shown = await enterPassword(started, emailAddress, password)
  return { started, html: await shown.text() }
}

/** Submits a form of the sign-in, and follows the redirect. */
export async function sendStep({ browser, page }: Started, step: string, form: Record<string, string>) {
  const answer = await browser.visit(`${page}/${step}`, form)
  const next = answer.headers.get('location')
  return next ? browser.visit(next) : answer
}

/** The options of the page for an authenticator. */
export function questionIn(html: string) {
  const [, text = '{}'] = /data-question="([^"]*)"/.exec(html) ?? []
  return JSON.parse(text.replaceAll('&quot;', '"')) as { challenge: string }
}
