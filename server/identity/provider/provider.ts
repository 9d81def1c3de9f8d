import type { EventEmitter } from 'node:events'

import type { JWK } from 'jose'
import { Provider, type Configuration, type KoaContextWithOIDC } from 'oidc-provider'

import { colourSchemeCookie } from '#domain/colour-scheme.ts'
import { withColourScheme } from '#server/platform/colour-scheme.ts'
import { describeError } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { pagePolicy, renderPage } from '#server/platform/pages.ts'
import type { SignInPage } from '#contract/pages.ts'

import { compareSecret } from './clients.ts'
import { configure, responseModes } from './configuration.ts'
import { endStolenSession } from './end-session.ts'

export const issuerOf = ({ config }: Pick<Services, 'config'>) => `${config.PUBLIC_URL}/identity`

/** The embedded OpenID provider. */
export function createProvider(services: Services, jwks: JWK[]) {
  const { config, log } = services
  const renderError: NonNullable<Configuration['renderError']> = async (ctx, out) => {
    const page: SignInPage = {
      kind: 'cannot-sign-in',
      title: 'Sign-in failed',
      words: wordsOf(out.error),
      home: `${config.PUBLIC_URL}/`,
    }
    ctx.set('content-security-policy', pagePolicy)
    ctx.type = 'html'
    const scheme = ctx.cookies.get(colourSchemeCookie, { signed: false })
    ctx.body = withColourScheme(await renderPage('sign-in', page), { [colourSchemeCookie]: scheme })
  }
  const provider = new Provider(issuerOf(services), configure({ services, jwks, renderError }))
  provider.use(async (ctx: KoaContextWithOIDC, next) => {
    // A refusal in the refused mode would be a blank page. The refusal of an unknown mode is returned in the URL.
    if (ctx.query['response_mode'] === 'form_post') ctx.query = { ...ctx.query, response_mode: 'not form_post' }
    await next()
    // The library names every mode it knows, whatever its clients may use.
    if (ctx.oidc?.route === 'discovery') Object.assign(ctx.body as object, { response_modes_supported: responseModes })
  })
  Object.assign(provider.Client.prototype, { compareClientSecret: compareSecret })
  provider.proxy = true // setPublicAddress sets the headers that the provider trusts
  const report = (error: Error) => log.error(describeError(error, config), 'identity')
  provider.on('server_error', (_ctx, error) => report(error))
  ;(provider as EventEmitter).on('error', report) // errors of the underlying HTTP framework, which the types leave out
  provider.on('grant.revoked', ({ oidc, ip }, grantId) => {
    // A code or a refresh token that comes twice was stolen: access tokens that have not run out yet go with the session.
    if (oidc.route !== 'token') return
    const { accountId } = oidc.entities.Grant ?? oidc.entities.RefreshToken ?? oidc.entities.AuthorizationCode ?? {}
    log.warn({ accountId }, 'a code or refresh token was used twice: the session is ended')
    endStolenSession(services, { grantId, accountId, from: ip }).catch(report)
  })
  return provider
}

const wordsOf = (error: string) =>
  error === 'server_error'
    ? 'Something went wrong. Try again in a moment.'
    : 'This sign-in has expired, or was not started by Formward. Go to the start page to sign in.'
