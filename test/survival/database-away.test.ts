import { pino } from 'pino'
import { describe, expect, inject, onTestFinished, test } from 'vitest'

import { createApp } from '#server/app.ts'
import { sendNotificationJob } from '#server/notifications/notifications.ts'
import { openServices } from '#server/open-services.ts'
import { waitForDatabase } from '#server/platform/await-database.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { enqueue, workerContext } from '#server/platform/jobs.ts'
import { startWorkers } from '#server/workers.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { asApplication, asSubject, findActorBySubject, testServer } from '#test/test-server.ts'
import { eventually, openOrganisation } from '#test/organisation.ts'
import { openPhone } from '#test/phone.ts'

import { openDatabaseProxy } from './database-proxy.ts'

/** A second server on this file's database, by a way that can be cut. */
async function openServer() {
  const { url, services: own } = await testServer()
  const wire = await openDatabaseProxy(url)
  const services = await openServices(
    own.config,
    { url: asApplication(wire.url), ownerUrl: wire.url },
    pino.destination({ dest: inject('logFile'), sync: true }),
  )
  const identify = ({ headers }: { headers: Record<string, unknown> }) => findActorBySubject(services.db, String(headers[asSubject]))
  const app = await createApp({ services, identify })
  onTestFinished(async () => {
    await app.close()
    await services.close()
    await wire.end()
  })
  return { services, app, wire }
}

const unescape = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
/** What the form of a page would post, pressed without a change. */
const fieldsOf = (body: string) =>
  Object.fromEntries(
    [...body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [name!, unescape(value!)]),
  )

describe('A database that is away', () => {
  test('while the database is unavailable staff and patients are told so, no entry is lost, and everything continues automatically when it is back (SAFE-4)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    const { link, requestId, notificationId } = await sendFormToPatient(ward)
    const phone = await openPhone()
    const question = await phone.open(link)
    const { app, services, wire } = await openServer()
    await startWorkers(services)
    const staff = () => app.inject({ url: '/api/forms/request', headers: { [asSubject]: ada.subject } })
    const post = (fields: Record<string, string>, more: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url: `${link}/question/1`,
        headers: { cookie: phone.cookies(), 'content-type': 'application/x-www-form-urlencoded', ...more },
        payload: new URLSearchParams(fields).toString(),
      })
    expect((await staff()).statusCode).toBe(200)

    await wire.cut()
    const refused = await staff()
    expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toMatchObject([503, '5', { code: 'unavailable' }])
    expect((await app.inject('/health/live')).statusCode).toBe(200)
    expect((await app.inject('/health/ready')).statusCode).toBe(503)
    const typed = `Penicillin, "nuts" & <bees>`
    const sorry = await post({ ...fieldsOf(question.body), allergies: typed })
    expect([sorry.statusCode, sorry.headers['retry-after']]).toEqual([503, '10'])
    expect(sorry.body).toContain('This page has kept the answer you just entered')
    expect(fieldsOf(sorry.body)).toEqual({ ...fieldsOf(question.body), allergies: typed })
    expect(fieldsOf((await post({ allergies: typed }, { 'sec-fetch-site': 'cross-site' })).body), 'another site is told nothing').toEqual(
      {},
    )
    await inOrganisation(ward.services.db, ward.id, (tx) =>
      enqueue(workerContext(ward.services, ward.id, tx), sendNotificationJob, { notificationId }),
    )

    await wire.mend()
    expect((await staff()).statusCode).toBe(200)
    expect((await app.inject('/health/ready')).statusCode).toBe(200)
    expect((await post(fieldsOf(sorry.body))).statusCode).toBe(303)
    expect(await ward.query('select answers from answer_drafts where request_id = $1', [requestId])).toEqual([
      { answers: { allergies: typed } },
    ])
    await eventually(
      async () => (await ward.query('select from notifications where id = $1 and status = $2', [notificationId, 'kept'])).length,
      60,
    )
  })

  test('a start waits for a database that is starting itself, and does not wait for one that is not there (SAFE-4, RUN-7)', async () => {
    const wire = await openDatabaseProxy((await testServer()).url)
    onTestFinished(wire.end)
    await wire.cut()
    const said: string[] = []
    const started = waitForDatabase(wire.url, async () => 'started', { say: (line) => said.push(line) })
    await eventually(async () => said.length > 0)
    await wire.mend()

    expect(await started).toBe('started')
    expect(said).toEqual(['Waiting for the database'])
    const nowhere = wire.url.replace(/\/[^/]*$/, '/nowhere')
    await expect(waitForDatabase(nowhere, async () => 'started', { say: () => {} })).rejects.toThrow('database "nowhere" does not exist')
    await wire.cut()
    await expect(waitForDatabase(wire.url, async () => 'started', { say: () => {}, patience: 1 })).rejects.toThrow(
      'DATABASE_URL: the database is not responding',
    )
  })
})
