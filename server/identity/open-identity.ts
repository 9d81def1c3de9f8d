import type { FastifyInstance } from 'fastify'

import type { Floor } from '#server/platform/floor.ts'

import { serveAppConfiguration } from './app-configuration.routes.ts'
import { createIdentify, type Identify } from './identify.ts'
import { keepsPasswords } from './keeps-passwords.ts'
import { serveOneTimeLinks } from './one-time-links/one-time-links.routes.ts'
import { mountProvider } from './provider/mount.ts'
import { createProvider, issuerOf } from './provider/provider.ts'
import { serveSignOut } from './provider/sign-out.routes.ts'
import { getSigningKeys } from './provider/signing-keys.sql.ts'
import { serveSignIn } from './sign-in/sign-in.routes.ts'
import { trustOwnTokens, trustTokensOf } from './token/verify-access-token.ts'
import { createWelcome } from './token/welcome.ts'

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
  const keys = await getSigningKeys(floor)
  const issuer = issuerOf(floor)
  const provider = createProvider(floor, keys)
  return {
    identify: createIdentify(floor, { verify: trustOwnTokens(config, issuer, keys), isOurs: true }),
    serve: (app) => {
      serveAppConfiguration(app, config, issuer)
      serveSignIn(app, provider, floor)
      if (keepsPasswords(config)) serveOneTimeLinks(app, floor)
      serveSignOut(app, provider, floor)
      mountProvider(app, provider, floor)
    },
  }
}
