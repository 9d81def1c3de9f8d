import { onTestFinished } from 'vitest'

import { createApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'

import { asSubject, findActorBySubject } from './test-server.ts'
import type { TestOrganisation } from './organisation.ts'

/** The whole server with another configuration, for the members of test organisations. It closes when the test ends. */
export async function appWith({ services: before }: Pick<TestOrganisation, 'services'>, changed: Partial<Config>) {
  const services = { ...before, config: { ...before.config, ...changed } }
  const app = await createApp({
    services,
    identify: async ({ headers }) => {
      const subject = headers[asSubject]
      const actor = typeof subject === 'string' ? await findActorBySubject(services.db, subject) : undefined
      return actor && { ...actor, sessionId: actor.subject! } // the session that test/organisation.ts opened with the member
    },
  })
  onTestFinished(() => app.close())
  const call =
    (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE') =>
    ({ subject }: { subject: string }, url: string, payload?: object) =>
      app.inject({ method, url, headers: { [asSubject]: subject }, ...(payload && { payload }) })
  return { app, services, get: call('GET'), post: call('POST'), put: call('PUT'), patch: call('PATCH'), delete: call('DELETE') }
}
