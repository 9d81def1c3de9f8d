import type { FastifyInstance } from 'fastify'

import type { Services } from '#server/platform/services.ts'
import type { Identify } from '#server/platform/serve.ts'

import { serveAppConfiguration } from './app-configuration.routes.ts'
import { createIdentify } from './identify.ts'
import { hasLocalPassword } from './local-accounts.ts'
import { serveOneTimeLinks } from './one-time-links/one-time-links.routes.ts'
import { openKeyring } from './provider/keyring.ts'
import { mountProvider } from './provider/mount.ts'
import { createProvider, issuerOf } from './provider/provider.ts'
import { serveSignOut } from './provider/sign-out.routes.ts'
import { serveSignIn } from './sign-in/sign-in.routes.ts'
import { trustOwnTokens, trustTokensOf } from './token/verify-access-token.ts'
import { createLinkFirstSignIn } from './token/link-first-sign-in.ts'
import { serveUpstream } from './upstream/upstream.routes.ts'

export type Identity = { identify: Identify; serve: (app: FastifyInstance) => void }

/** Whom the product trusts to say who somebody is: the provider it brings, or by configuration any other. */
export async function openIdentity(services: Services): Promise<Identity> {
  const { config } = services
  if (config.OIDC_ISSUER) {
    const authority = config.OIDC_ISSUER
    return {
      identify: createIdentify(services, {
        verify: trustTokensOf(config, authority),
        isOurs: false,
        welcome: createLinkFirstSignIn(services, authority),
      }),
      serve: (app) => serveAppConfiguration(app, config, authority),
    }
  }
  const keyring = await openKeyring(services)
  const issuer = issuerOf(services)
  const providerOfNow = keyring.of((keys) => createProvider(services, keys))
  // What needs no key of tokens is served by the first one for good: it keeps everything in the database.
  const provider = await providerOfNow()
  return {
    identify: createIdentify(services, { verify: trustOwnTokens(config, issuer, keyring), isOurs: true }),
    serve: (app) => {
      serveAppConfiguration(app, config, issuer)
      serveSignIn(app, provider, services)
      if (hasLocalPassword(config)) serveOneTimeLinks(app, services)
      serveSignOut(app, provider, services)
      if (config.upstream) serveUpstream(app, provider, services, config.upstream)
      mountProvider(app, providerOfNow, services)
    },
  }
}
