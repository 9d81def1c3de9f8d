import { createHash, randomBytes, randomUUID } from 'node:crypto'

import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose'

import type { AppConfiguration } from '#contract/app-configuration.ts'

import { openBrowser, type Browser } from './browser.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

/** A key that tokens get bound to, and proofs made with it (RFC 9449). */
export async function makeProofKey() {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  return {
    /** `secondsAhead`: of the clock that dates it. */
    prove: (method: string, address: string, token?: string, secondsAhead = 0) =>
      prove(privateKey, jwk, { method, address, token, secondsAhead }),
    thumbprint: await calculateJwkThumbprint(jwk),
    privateKey,
    jwk,
  }
}
export type ProofKey = Awaited<ReturnType<typeof makeProofKey>>

type Proving = { method: string; address: string; token: string | undefined; secondsAhead: number }

const prove = (key: CryptoKey, jwk: JWK, { method, address, token, secondsAhead }: Proving) =>
  new SignJWT({ htm: method, htu: address.split('?')[0]!, jti: randomUUID(), ...(token !== undefined && { ath: sha256(token) }) })
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
    .setIssuedAt(Math.floor(Date.now() / 1000) + secondsAhead)
    .sign(key)

export type Tokens = {
  access_token: string
  refresh_token: string
  id_token: string
  expires_in: number
  token_type: string
  error?: string
}

/** Opens the authorize address. Returns the address of the sign-in page, and what is needed to redeem the code. */
export async function startSignIn(baseUrl: string, browser: Browser = openBrowser(baseUrl), changes: Record<string, string> = {}) {
  const { authority, clientId } = (await (await browser.fetch('/config.json')).json()) as AppConfiguration
  const verifier = randomBytes(32).toString('base64url')
  const query = {
    client_id: clientId,
    redirect_uri: `${baseUrl}/`,
    response_type: 'code',
    scope: 'openid',
    state: 'state',
    code_challenge: sha256(verifier),
    code_challenge_method: 'S256',
    ...changes,
  }
  const answer = await browser.visit(`${authority}/authorize?${new URLSearchParams(query).toString()}`)
  return { answer, browser, authority, clientId, verifier, page: answer.headers.get('location') ?? '' }
}

export type Started = Awaited<ReturnType<typeof startSignIn>>

/** Types the password; answers where the browser is sent in the end. */
export async function enterPassword({ browser, page }: Started, emailAddress: string, password: string) {
  const answer = await browser.visit(page, { emailAddress, password })
  const next = answer.headers.get('location')
  return next ? browser.visit(next) : answer
}

/** Asks the token endpoint for something. */
export async function askForTokens(baseUrl: string, key: ProofKey, form: Record<string, string>, headers: Record<string, string> = {}) {
  const { authority, clientId } = (await (await fetch(`${baseUrl}/config.json`)).json()) as AppConfiguration
  const address = `${authority}/oauth/token`
  const response = await fetch(address, {
    method: 'POST',
    headers: { dpop: await key.prove('POST', address), ...headers },
    body: new URLSearchParams({ client_id: clientId, ...form }),
  })
  return { status: response.status, tokens: (await response.json()) as Tokens }
}

/** A whole sign-in by HTTP against a server that really listens: page, password, code, tokens bound to a key. */
export async function signInByHttp(baseUrl: string, emailAddress: string, password: string, browser = openBrowser(baseUrl)) {
  const started = await startSignIn(baseUrl, browser)
  return arriveByHttp(baseUrl, started, await enterPassword(started, emailAddress, password))
}
export type SignedIn = Awaited<ReturnType<typeof signInByHttp>>

/** What the app does with the code that the provider sends back. */
export async function arriveByHttp(baseUrl: string, { browser, verifier }: Started, end: Response) {
  const code = new URL(end.headers.get('location') ?? baseUrl).searchParams.get('code')
  if (!code) throw new Error(`Signing in ended with ${end.status} and no code`)
  const key = await makeProofKey()
  const exchange = { grant_type: 'authorization_code', code, redirect_uri: `${baseUrl}/`, code_verifier: verifier }
  const { tokens } = await askForTokens(baseUrl, key, exchange)
  return {
    browser,
    key,
    tokens,
    exchange,
    /** A call with the token and a fresh proof. */
    call: async (method: string, path: string, token = tokens.access_token, body?: object) =>
      fetch(baseUrl + path, {
        method,
        headers: {
          authorization: `DPoP ${token}`,
          dpop: await key.prove(method, baseUrl + path, token),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    refresh: (refresh_token = tokens.refresh_token) => askForTokens(baseUrl, key, { grant_type: 'refresh_token', refresh_token }),
  }
}
