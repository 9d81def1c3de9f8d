import type { FastifyInstance } from 'fastify'

import type { Floor } from '#server/platform/floor.ts'
import type { Identify } from '#server/platform/serve.ts'

import { serveAppConfiguration } from './app-configuration.routes.ts'
import { createIdentify } from './identify.ts'
import { keepsPasswords } from './keeps-passwords.ts'
import { serveOneTimeLinks } from './one-time-links/one-time-links.routes.ts'
import { openKeyring } from './provider/keyring.ts'
import { mountProvider } from './provider/mount.ts'
import { createProvider, issuerOf } from './provider/provider.ts'
import { serveSignOut } from './provider/sign-out.routes.ts'
import { serveSignIn } from './sign-in/sign-in.routes.ts'
import { trustOwnTokens, trustTokensOf } from './token/verify-access-token.ts'
import { createWelcome } from './token/welcome.ts'
import { serveUpstream } from './upstream/upstream.routes.ts'

export type Identity = { identify: Identify; serve: (app: FastifyInstance) => void }

/** Whom the product trusts to say who somebody is: the provider it brings, or by configuration any other. */
export async function openIdentity(floor: Floor): Promise<Identity> {
  const { config } = floor
  if (config.OIDC_ISSUER) {
    const authority = config.OIDC_ISSUER
    return {
      identify: createIdentify(floor, {
        verify: trustTokensOf(config, authority),
        isOurs: false,
        welcome: createWelcome(floor, authority),
      }),
      serve: (app) => serveAppConfiguration(app, config, authority),
    }
  }
  const keyring = await openKeyring(floor)
  const issuer = issuerOf(floor)
  const providerOfNow = keyring.of((keys) => createProvider(floor, keys))
  // What needs no key of tokens is served by the first one for good: it keeps everything in the database.
  const provider = await providerOfNow()
  return {
    identify: createIdentify(floor, { verify: trustOwnTokens(config, issuer, keyring), isOurs: true }),
    serve: (app) => {
      serveAppConfiguration(app, config, issuer)
      serveSignIn(app, provider, floor)
      if (keepsPasswords(config)) serveOneTimeLinks(app, floor)
      serveSignOut(app, provider, floor)
      if (config.upstream) serveUpstream(app, provider, floor, config.upstream)
      mountProvider(app, providerOfNow, floor)
    },
  }
}
