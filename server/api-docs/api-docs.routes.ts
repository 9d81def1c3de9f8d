import type { FastifyInstance } from 'fastify'

import { contract } from '#contract/index.ts'
import type { Services } from '#server/platform/services.ts'
import { version } from '#server/version.ts'

import { describeApi } from './open-api.ts'

/** The OpenAPI document, for people and for generators of clients; it holds no secrets and needs no sign-in. */
export function serveApiDocs(app: FastifyInstance, { config }: Services) {
  let document: string | undefined
  const describe = () =>
    JSON.stringify(
      describeApi(contract, { version, server: config.PUBLIC_URL, issuer: config.OIDC_ISSUER ?? `${config.PUBLIC_URL}/identity` }),
    )
  app.get('/api/docs', async (_request, reply) => reply.type('application/json').send((document ??= describe())))
}
