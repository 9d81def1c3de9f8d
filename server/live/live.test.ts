import { EventSourceParserStream } from 'eventsource-parser/stream'
import { sql, type RawBuilder } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'

import { createApp } from '#server/app.ts'
import { addChange, type Changes } from '#server/platform/changes.sql.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { listen, personWithAccount } from '#test/listen.ts'
import { asSubject, findActorBySubject, testServer } from '#test/test-server.ts'
import { eventually, openOrganisation } from '#test/organisation.ts'
import { aPatient, aRequest } from '#test/requests.ts'
import { signInByHttp } from '#test/sign-in.ts'

/** Another server on the same database, as a second process would be. */
async function anotherServer() {
  const { services } = await testServer()
  const app = await createApp({ services, identify: async ({ headers }) => findActorBySubject(services.db, String(headers[asSubject])) })
  onTestFinished(() => app.close())
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    app,
    watch: async ({ subject }: { subject: string }) =>
      watching(await fetch(`${address}/api/forms/request/live`, { headers: { [asSubject]: subject } })),
  }
}

/** What a stream has said so far. */
function watching(response: Response) {
  const heard: (string[] | null)[] = []
  const seen = { heard, isOver: false, response }
  const read = async () => {
    const events = response.body!.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
    for await (const { data } of events) heard.push((JSON.parse(data) as { ids: string[] | null }).ids)
  }
  void read()
    .catch(() => {}) // broken off by the server, which is an end, too
    .then(() => (seen.isOver = true))
  return seen
}
type Watching = ReturnType<typeof watching>

const hears = ({ heard }: Watching, id: string) => eventually(async () => heard.some((ids) => ids?.includes(id)))

describe('Live updates of the worklist', () => {
  test('a change by a colleague reaches viewers at another server, and nobody of another organisation; a change that is rolled back reaches nobody (REQ-6)', async () => {
    const [ward, elsewhere] = [await openOrganisation(), await openOrganisation()]
    const [ada, grace, stranger] = [await ward.staff(), await ward.staff(), await elsewhere.staff()]
    const [one, other, theirs] = [await aRequest(ward), await aRequest(ward), await aRequest(elsewhere)]
    const server = await anotherServer()
    const [mine, foreign] = [await server.watch(grace), await server.watch(stranger)]
    expect(mine.response.headers.get('content-type')).toBe('text/event-stream')
    expect(mine.response.headers.get('x-accel-buffering')).toBe('no')

    expect((await ada.patch(`/api/forms/request/${other.id}/assign/${stranger.id}`)).statusCode).toBe(400)
    expect((await ada.patch(`/api/forms/request/${one.id}/close`)).statusCode).toBe(200)
    expect((await stranger.patch(`/api/forms/request/${theirs.id}/close`)).statusCode).toBe(200)

    await hears(mine, one.id)
    await hears(foreign, theirs.id)
    expect(mine.heard.flat()).toEqual([one.id])
    expect(foreign.heard.flat()).toEqual([theirs.id])
  })

  test('the state of a message and the name of a patient are reported with the requests whose rows show them (REQ-6)', async () => {
    const ward = await openOrganisation()
    const grace = await ward.staff()
    const { requestId, notificationId } = await sendFormToPatient(ward)
    const other = await aRequest(ward)
    const mine = await (await anotherServer()).watch(grace)
    const change = (statement: RawBuilder<unknown>) => inOrganisation(ward.services.db, ward.id, (tx) => statement.execute(tx))

    await change(
      sql`update notifications set status = 'failed' where ${ofThisOrganisation('notifications')} and id = ${notificationId}::uuid`,
    )
    await hears(mine, requestId)
    await change(sql`update patients set last_name = 'Lovelace' where ${ofThisOrganisation('patients')} and id = ${other.patientId}::uuid`)
    await hears(mine, other.id)

    expect(mine.heard.flat()).toEqual([requestId, other.id])
  })

  test('more changes than can be listed are reported as such, however many a slow client has missed (REQ-6)', async () => {
    const ward = await openOrganisation()
    const [ada, grace] = [await ward.staff(), await ward.staff()]
    const patient = await aPatient(ward)
    const first = await aRequest(ward, { patientId: patient.id })
    const requests = [first.id]
    while (requests.length < 41) requests.push((await aRequest(ward, { patientId: patient.id, formId: first.formId })).id)
    const server = await anotherServer()
    const mine = await server.watch(grace)

    await ada.patch('/api/forms/request', { status: 'closed', requests })

    await eventually(async () => mine.heard.includes(null))
    const missed: Changes = new Map()
    for (let n = 0; n < 300; n++) addChange(missed, ward.id, [String(n)], 200)
    expect(missed.get(ward.id)).toBe('many')
  })

  test('a member limited to wards gets changes of requests on these wards only, and of others from the moment they move there (REQ-6, MEM-4)', async () => {
    const ward = await openOrganisation({ wardAccess: 'assigned' })
    const [ada, admin] = [await ward.staff('Forms User'), await ward.staff('Admin')]
    const [w] = await ward.query(`insert into wards (organisation_id, name) values ($1, '4B') returning id`, [ward.id])
    await ward.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [ward.id, ada.id, w!['id']])
    const own = await aRequest(ward, { patientId: (await aPatient(ward, { wardId: String(w!['id']) })).id })
    const hidden = await aRequest(ward)
    const server = await anotherServer()
    const [mine, all] = [await server.watch(ada), await server.watch(admin)]

    for (const { id } of [hidden, own]) expect((await admin.patch(`/api/forms/request/${id}/close`)).statusCode).toBe(200)

    await hears(all, hidden.id)
    await hears(mine, own.id)
    expect(mine.heard.flat()).not.toContain(hidden.id)
  })

  test('when the database connection for notifications is lost, viewers hear that changes may be missing, and then get changes again (REQ-6, SAFE-4)', async () => {
    const ward = await openOrganisation()
    const [ada, grace] = [await ward.staff(), await ward.staff()]
    const { id } = await aRequest(ward)
    const server = await anotherServer()
    const mine = await server.watch(grace)

    await ward.query(`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`)

    await eventually(async () => mine.heard.includes(null))
    expect((await ada.patch(`/api/forms/request/${id}/close`)).statusCode).toBe(200)
    await hears(mine, id)
  })

  test('live updates end for members who are removed or sign out, for the oldest of too many windows, and for all when the server stops (REQ-6, SIGN-8, SAFE-2)', async () => {
    const { baseUrl } = await listen()
    const person = await personWithAccount()
    const { browser, call } = await signInByHttp(baseUrl, person.emailAddress, person.password)
    const ward = await openOrganisation()
    const [ada, grace] = [await ward.staff(), await ward.staff()]
    const server = await anotherServer()
    const [signedIn, removed, stays] = [
      watching(await call('GET', '/api/forms/request/live')),
      await server.watch(ada),
      await server.watch(grace),
    ]
    expect(signedIn.response.status).toBe(200)

    await ward.query('update members set is_active = false where id = $1', [ada.id])
    await browser.visit('/identity/v2/logout')

    await eventually(async () => removed.isOver && signedIn.isOver)
    expect(stays.isOver).toBe(false)
    for (let windows = 0; windows < 8; windows++) await server.watch(grace)
    await eventually(async () => stays.isOver)
    const last = await server.watch(grace)
    await server.app.close()
    await eventually(async () => last.isOver)
  })

  test('a HEAD request starts no live updates (REQ-6, SAFE-2)', async () => {
    const ada = await (await openOrganisation()).staff()
    const { app } = await testServer()

    const head = app.inject({ method: 'HEAD', url: '/api/forms/request/live', headers: { [asSubject]: ada.subject } })

    expect((await head).statusCode).toBe(405)
  })
})
