import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createAccount } from '#server/identity/identity.ts'
import { openIdentity } from '#server/identity/open-identity.ts'
import { hashPassword } from '#server/identity/password.ts'
import { inTransaction } from '#server/platform/database.ts'
import type { Role } from '#domain/roles.ts'

import { atEndOfFile } from './end-of-file.ts'
import { freePort } from './free-port.ts'
import { testServer } from './test-server.ts'
import { openOrganisation } from './organisation.ts'
import { production } from './production.ts'

/** A server that really listens, with the real provider, on this test file's own database. */
export async function listen(environment: Record<string, string> = {}) {
  const port = environment['PORT'] === undefined ? await freePort() : Number(environment['PORT'])
  const { services: sharedServices } = await testServer()
  const services = { ...sharedServices, config: readConfig({ ...production, DEMO: 'true', PORT: String(port), ...environment }) }
  const { identify, serve: serveIdentity } = await openIdentity(services)
  const app = await createApp({ services, identify, serveIdentity })
  await app.listen({ port, host: 'localhost' })
  atEndOfFile(() => app.close())
  return { baseUrl: `http://localhost:${port}`, services, app }
}

const testPassword = 'Correct-horse-1!'

/** A member of an organisation of their own, with an account to sign in with. */
export async function personWithAccount(role: Role = 'Forms User', settings: { clinicianTimeout?: number } = {}) {
  const { services, owner } = await testServer()
  const ward = await openOrganisation(settings)
  const { id, subject } = await ward.staff(role)
  const emailAddress = `${id}@example.com`
  const passwordHash = await hashPassword(testPassword)
  await inTransaction(services.db, {}, (tx) => createAccount({ tx }, { emailAddress, passwordHash, subject }))
  return { id, subject, emailAddress, password: testPassword, ward, owner }
}
