import type { FastifyInstance } from 'fastify'

import type { AppConfiguration } from '#contract/app-configuration.ts'
import type { Config } from '#server/config.ts'
import { version } from '#server/version.ts'

import { hasLocalPassword } from './local-accounts.ts'

/** What the staff app must know before anyone is signed in: public by nature, nothing in it is a secret. */
export function serveAppConfiguration(app: FastifyInstance, config: Config, authority: string) {
  const answer: AppConfiguration = {
    authority,
    clientId: config.OIDC_CLIENT_ID,
    audience: config.OIDC_AUDIENCE,
    // The embedded provider always gives a refresh token, bound to the session. Other providers give one only for offline_access.
    scope: config.direct?.scope ?? 'openid profile email',
    isExternal: config.direct !== undefined,
    claims: { namespace: config.OIDC_CLAIMS_NAMESPACE, permissions: config.OIDC_PERMISSIONS_CLAIM, roles: config.OIDC_ROLES_CLAIM },
    dpop: config.DPOP === 'on',
    passwords: hasLocalPassword(config),
    demo: config.DEMO,
    outbox: config.NOTIFICATION_TRANSPORT.includes('outbox'),
    flags: { pepLinks: config.PEP_LINKS, nhsAppTemplates: config.NHS_APP_TEMPLATES },
    version,
  }
  app.get('/config.json', async () => answer)
}
