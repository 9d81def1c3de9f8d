import type { EventEmitter } from 'node:events'

import type { JWK } from 'jose'
import { Provider, type Configuration } from 'oidc-provider'

import type { Floor } from '#server/platform/floor.ts'
import { pagePolicy, renderPage } from '#server/platform/pages.ts'
import type { SignInPage } from '#contract/pages.ts'

import { configure } from './configuration.ts'

export const issuerOf = ({ config }: Pick<Floor, 'config'>) => `${config.PUBLIC_URL}/identity`

/** The embedded OpenID provider. */
export function createProvider(floor: Floor, jwks: JWK[]) {
  const { config, log } = floor
  const renderError: NonNullable<Configuration['renderError']> = async (ctx, out) => {
    const page: SignInPage = {
      kind: 'cannot-sign-in',
      title: 'Signing in did not work',
      words: wordsOf(out.error),
      home: `${config.PUBLIC_URL}/`,
    }
    ctx.set('content-security-policy', pagePolicy)
    ctx.type = 'html'
    ctx.body = await renderPage('sign-in', page)
  }
  const provider = new Provider(issuerOf(floor), configure({ floor, jwks, renderError }))
  provider.proxy = true // it believes the headers of pin.ts
  // Names and places only: messages and contexts hold addresses with codes in them.
  const report = (error: Error) =>
    log.error(
      {
        error: error.name,
        stack: error.stack
          ?.split('\n')
          .filter((line) => /^\s+at /.test(line))
          .slice(0, 12),
      },
      'identity',
    )
  provider.on('server_error', (_ctx, error) => report(error))
  ;(provider as EventEmitter).on('error', report) // what the HTTP part underneath reports; the library's types leave it out
  provider.on('grant.error', ({ oidc }, { error_detail }) => {
    if (/already (used|consumed)/.test(error_detail ?? ''))
      log.warn({ accountId: oidc.entities.Account?.accountId }, 'a token was used twice: its whole family is revoked')
  })
  return provider
}

const wordsOf = (error: string) =>
  error === 'server_error'
    ? 'Something went wrong on our side. Please try again in a moment.'
    : 'The sign-in was not started by this service, or it has expired. Go back to the start to sign in.'
