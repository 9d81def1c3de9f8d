import type { FastifyRequest } from 'fastify'

import { findActorById } from './members/find-actor.ts'
import { serveMembers } from './members/members.routes.ts'
import { serveOrganisations } from './organisations/organisations.routes.ts'
import type { Actor } from './platform/context.ts'
import type { Floor } from './platform/floor.ts'
import { serveHealth } from './platform/health.ts'
import { createHttp } from './platform/http.ts'
import type { Door } from './platform/serve.ts'

type Deps = { floor: Floor; identify: (request: FastifyRequest) => Promise<Actor | undefined> }

/** The whole server, top to bottom. */
export async function createApp({ floor, identify }: Deps) {
  const app = await createHttp(floor)
  const door: Door = { app, floor, identify, identifySigned: ({ organisationId, memberId }) => findActorById(floor.db, organisationId, memberId) }

  serveHealth(app, floor)
  serveOrganisations(door)
  serveMembers(door)

  return app
}
