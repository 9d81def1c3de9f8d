import { randomUUID } from 'node:crypto'

import type { Role } from '#domain/roles.ts'
import { syntheticNhsNumber } from '#domain/nhs-number.ts'
import { hashed } from '#server/identity/provider/hashed.ts'

import { asSubject, testServer } from './test-server.ts'

let counter = 0
/** A number no other test of this file has. */
export const next = () => ++counter

/** An ODS code that no other organisation has. */
export const freshOdsCode = () => `ODS${next()}${randomUUID().slice(0, 6)}`

/** Every test opens its own organisation, so tests never meet and isolation is tested all the time. */
export async function openOrganisation(settings: { clinicianTimeout?: number; wardAccess?: 'all' | 'assigned' } = {}) {
  const { owner, workers, services } = await testServer()
  const id = randomUUID()
  // Messages are sent at any hour. A test of the sending hours sets them.
  await owner.query(
    `insert into organisations (id, name, ods_code, clinician_timeout, ward_access, sending_from, sending_until, sends_on_weekdays_only,
                                sends_on_bank_holidays)
     values ($1, $2, $3, $4, $5, 0, 24, false, true)`,
    [id, `Test organisation ${next()}`, `T${id.slice(0, 8)}`, settings.clinicianTimeout ?? null, settings.wardAccess ?? 'all'],
  )
  return {
    id,
    services,
    /** A member of the organisation. */
    staff: (role: Role = 'Forms User', name: { firstName?: string; lastName?: string } = {}) => joinStaff(id, role, name),
    /** Everything queued so far, and whatever it leads to, gets done by real workers. */
    startWorkers: workers,
    auditTrail: async () =>
      (
        await owner.query<{
          event_type: string
          actor_id: string | null
          subject_id: string | null
          patient_id: string | null
          detail: unknown
        }>('select event_type, actor_id, subject_id, patient_id, detail from audit_events where organisation_id = $1 order by id', [id])
      ).rows,
    /** Directly to the database as its owner, for what no screen can do. */
    query: async (text: string, values: unknown[] = []) => (await owner.query(text, values)).rows as Record<string, unknown>[],
  }
}
export type TestOrganisation = Awaited<ReturnType<typeof openOrganisation>>

/** A system administrator. */
export const systemAdministrator = () => joinStaff('00000000-0000-0000-0000-000000000000', 'Forms SysAdmin', {})

async function joinStaff(
  organisationId: string,
  role: Role,
  { firstName = 'Ada', lastName = 'Byron' }: { firstName?: string; lastName?: string },
) {
  const { owner } = await testServer()
  const [id, subject] = [randomUUID(), randomUUID()]
  await owner.query(
    'insert into members (organisation_id, id, subject, first_name, last_name, email_address, role) values ($1, $2, $3, $4, $5, $6, $7)',
    [organisationId, id, subject, firstName, lastName, `${id}@example.com`, role],
  )
  // They signed in in this moment; an hour ahead, so that a test that lasts long is not asked for a proof. It belongs to no account: tests of accounts count their own.
  await owner.query(
    `insert into oidc_store (model, id, uid, payload, expires_at)
     values ('Session', $1, $2, jsonb_build_object('acr', 'aal2', 'loginTs', extract(epoch from now())::bigint + 3600), now() + interval '1 day')`,
    [hashed(id), hashed(subject)],
  )
  return { id, subject, ...(await client({ [asSubject]: subject })) }
}

/** A person who is not signed in. */
export const nobody = () => client({})

async function client(headers: Record<string, string>) {
  const { app } = await testServer()
  const send =
    (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE') =>
    (url: string, payload?: unknown, more: Record<string, string> = {}) =>
      app.inject({ method, url, headers: { ...headers, ...more }, ...(payload !== undefined && { payload: payload as object }) })
  return {
    get: (url: string, more?: Record<string, string>) => send('GET')(url, undefined, more),
    post: send('POST'),
    put: send('PUT'),
    patch: send('PATCH'),
    delete: send('DELETE'),
  }
}

/** A synthetic NHS number (999…) that no other patient of this file has. */
export const nextNhsNumber = () => syntheticNhsNumber(next())

/** Waits until `probe` gives something; for work that a worker does in its own time. */
export async function eventually<T>(probe: () => Promise<T | undefined | false>, seconds = 15): Promise<T> {
  const end = Date.now() + seconds * 1000
  for (;;) {
    const found = await probe()
    if (found) return found
    if (Date.now() > end) throw new Error('It did not happen in time')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
