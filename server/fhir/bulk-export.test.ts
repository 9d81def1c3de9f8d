import { text } from 'node:stream/consumers'

import { describe, expect, test } from 'vitest'

import { clientPermissions, type Permission } from '#domain/roles.ts'
import { readFile } from '#server/platform/files.sql.ts'
import { problemsOf } from '#test/fhir/check-resource.ts'
import { sentTo, twoQuestions } from '#test/forms.ts'
import { listen } from '#test/listen.ts'
import { next, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient } from '#test/requests.ts'
import { dyingAfter, stepsOf } from '#test/worker-steps.ts'

import { type Formward, openFormward } from '../../docs/examples/client.ts'
import { exportResponses } from '../../docs/examples/export-fhir.ts'
import { startBulkExporting } from './bulk-export.job.ts'
import { deleteExpiredExports } from './bulk-exports.sql.ts'
import { writeExport } from './write-bulk-export.ts'

type Resource = { id: string; resourceType: string }

let server: ReturnType<typeof listen> | undefined

async function openClient(own: TestOrganisation, permissions: readonly Permission[] = clientPermissions) {
  const { baseUrl, services } = await (server ??= listen())
  const admin = await own.staff('Admin')
  const body = { name: `Data warehouse ${next()}`, permissions, authentication: 'secret', expiresOn: new Date().toISOString().slice(0, 10) }
  const path = `/api/tenants/tenant/${own.id}/integration-clients`
  const { client, secret } = (await admin.post(path, body)).json<{ client: { id: string }; secret: string }>()
  const switchOff = () => admin.patch(`${path}/${client.id}`, { isSwitchedOff: true })
  const base = `${services.config.PUBLIC_URL}/api/fhir/R4/$export`
  return { id: client.id, base, switchOff, formward: await openFormward({ address: baseUrl, clientId: client.id, secret }) }
}

/** A form with answers that were sent on the first of July, a second apart. */
async function answeredForm(own: TestOrganisation, count: number) {
  const { id } = await aForm(own, 'Tea', twoQuestions)
  const { id: patientId } = await aPatient(own)
  await own.query(
    `with made as (
       insert into form_requests (organisation_id, patient_id, form_id, form_version, notification_method, expires_at, patient_name_key, status)
       select $1, $2, $3, 1, 'sms', now(), '', 'completed' from generate_series(1, $4::integer) returning id),
     numbered as (select id, row_number() over () as n from made)
     insert into submissions (organisation_id, request_id, form_id, form_version, submitted_at, answers)
     select $1, id, $3, 1, '2026-07-01T08:00:00Z'::timestamptz + n * interval '1 second', '{"drink": "tea"}' from numbered`,
    [own.id, patientId, id, count],
  )
  const rows = await own.query('select id from submissions where form_id = $1 order by submitted_at', [id])
  return { id, patientId, submissions: rows.map((row) => String(row['id'])) }
}

const filterOf = (formId: string) => ({ _typeFilter: `QuestionnaireResponse?questionnaire=Questionnaire/${formId}` })

async function start(formward: Formward, formId: string, more: Record<string, string> = {}) {
  const answer = await formward('fhirExports.start', { query: { ...filterOf(formId), ...more } })
  expect([answer.status, answer.body], JSON.stringify(answer.body)).toMatchObject([202, { resourceType: 'OperationOutcome' }])
  return { id: answer.headers.get('content-location')!.split('/').at(-1)! }
}

const linesOf = async (own: TestOrganisation, fileId: string) =>
  (await text(readFile(own.services, { organisationId: own.id, fileId })))
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Resource)

describe('GET /api/fhir/R4/$export', () => {
  test('the status says how far the export is, and then has the manifest of the specification (INT-5)', async () => {
    const own = await openOrganisation()
    const { formward, base } = await openClient(own)
    const form = await answeredForm(own, 300)
    const params = await start(formward, form.id, { _type: 'QuestionnaireResponse', _outputFormat: 'ndjson' })
    await expect(writeExport(dyingAfter(1, stepsOf(own)), params.id)).rejects.toThrow('killed')

    const running = await formward('fhirExports.status', { params })
    expect([running.status, running.headers.get('x-progress'), running.headers.get('retry-after')]).toEqual([
      202,
      '250 of 300 responses',
      '2',
    ])
    expect((await formward('fhirExports.download', { params })).status).toBe(404)
    await writeExport(stepsOf(own), params.id)

    const ready = await formward('fhirExports.status', { params })
    expect([ready.status, ready.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    expect(new Date(ready.headers.get('expires')!).getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    expect(ready.body).toEqual({
      transactionTime: expect.stringMatching(/Z$/) as string,
      request: `${base}?${new URLSearchParams({ _type: 'QuestionnaireResponse', ...filterOf(form.id) }).toString()}`,
      requiresAccessToken: true,
      output: [{ type: 'QuestionnaireResponse', url: `${base}/${params.id}/QuestionnaireResponse.ndjson`, count: 300 }],
      error: [],
    })
  })

  test('an export that is killed after every page has each response once, in the same order (INT-5, SAFE-1)', async () => {
    const own = await openOrganisation()
    const { formward } = await openClient(own)
    const { id, submissions } = await answeredForm(own, 600)
    const params = await start(formward, id)

    for (let life = 0; life < 3; life++) await writeExport(dyingAfter(1, stepsOf(own)), params.id).catch(() => {})
    await Promise.all([writeExport(stepsOf(own), params.id), writeExport(stepsOf(own), params.id)])

    expect((await linesOf(own, params.id)).map((one) => one.id)).toEqual(submissions)
  })

  test('a client that may no longer read answers gets no file (INT-1, INT-5)', async () => {
    const own = await openOrganisation()
    const { formward, switchOff } = await openClient(own)
    const params = await start(formward, (await answeredForm(own, 600)).id)
    await writeExport(dyingAfter(1, stepsOf(own)), params.id).catch(() => {})

    await switchOff()
    await writeExport(stepsOf(own), params.id)

    expect(await linesOf(own, params.id)).toEqual([])
    const [row] = await own.query('select failure, completed_at from fhir_exports where id = $1', [params.id])
    expect(row).toEqual({ failure: 'The integration client may no longer read answers.', completed_at: null })
  })

  test('an export belongs to its client, and its end deletes the file (INT-5, ORG-7)', async () => {
    const own = await openOrganisation()
    const [mine, other, foreign] = [await openClient(own), await openClient(own), await openClient(await openOrganisation())]
    const form = await answeredForm(own, 1)
    const params = await start(mine.formward, form.id)
    await writeExport(stepsOf(own), params.id)

    for (const { formward } of [other, foreign])
      for (const call of ['status', 'download', 'cancel'])
        expect((await formward(`fhirExports.${call}`, { params })).status, call).toBe(404)
    const refused = await foreign.formward('fhirExports.start', { query: filterOf(form.id) })
    expect([refused.status, refused.body]).toMatchObject([400, { issue: [{ code: 'invalid' }] }])

    await own.query(`update fhir_exports set expires_at = now() - interval '1 second' where id = $1`, [params.id])
    expect((await mine.formward('fhirExports.download', { params })).status).toBe(404)
    expect(await stepsOf(own).step(deleteExpiredExports)).toBe(true)
    expect(await linesOf(own, params.id)).toEqual([])
  })

  test('people are refused, and so is a client without the permission or with too many exports (INT-5, ROLE-2)', async () => {
    const own = await openOrganisation()
    const [{ formward }, limited] = [await openClient(own), await openClient(own, ['form:read'])]
    const { id } = await answeredForm(own, 1)
    const ada = await own.staff('Forms User')
    const address = `/api/fhir/R4/$export?${new URLSearchParams(filterOf(id)).toString()}`

    expect((await ada.get(address)).json()).toMatchObject({ issue: [{ code: 'forbidden' }] })
    expect((await limited.formward('fhirExports.start', { query: filterOf(id) })).body).toMatchObject({ issue: [{ code: 'forbidden' }] })
    for (let n = 0; n < 3; n++) await start(formward, id)
    expect((await formward('fhirExports.start', { query: filterOf(id) })).status).toBe(409)
  })

  test('a client can keep 20 exports, and gets another one after it has deleted one (INT-5, SAFE-4)', async () => {
    const own = await openOrganisation()
    const { formward } = await openClient(own)
    const { id } = await answeredForm(own, 1)
    let params = { id: '' }
    for (let made = 0; made < 20; made++) {
      params = await start(formward, id)
      await own.query('update fhir_exports set completed_at = now() where id = $1', [params.id])
    }

    const refused = await formward('fhirExports.start', { query: filterOf(id) })
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { issue: [{ details: { text: expect.stringContaining('20 exports') as string } }] },
    ])
    await formward('fhirExports.cancel', { params })
    await start(formward, id)
  })

  test.each([
    [{}],
    [{ _typeFilter: 'Patient?active=true' }],
    [{ ...filterOf('0b9c1c3e-5c55-4b6c-8f4a-4a51d4e0b0f1'), _type: 'Patient' }],
    [{ ...filterOf('0b9c1c3e-5c55-4b6c-8f4a-4a51d4e0b0f1'), _since: 'yesterday' }],
    [{ ...filterOf('0b9c1c3e-5c55-4b6c-8f4a-4a51d4e0b0f1'), _outputFormat: 'text/csv' }],
    [{ ...filterOf('0b9c1c3e-5c55-4b6c-8f4a-4a51d4e0b0f1'), patient: 'everybody' }],
  ])('bad input: %j is refused as an OperationOutcome (INT-5)', async (query) => {
    const { formward } = await openClient(await openOrganisation())

    const refused = await formward('fhirExports.start', { query })

    expect([refused.status, refused.body]).toMatchObject([400, { resourceType: 'OperationOutcome' }])
  })

  test('the export, every patient in it, its download and its end are in the audit log in the name of the client (INT-5, AUD-4)', async () => {
    const own = await openOrganisation()
    const { formward, id: clientId } = await openClient(own)
    const form = await answeredForm(own, 2)
    const params = await start(formward, form.id)
    await writeExport(stepsOf(own), params.id)
    await formward('fhirExports.download', { params })
    await formward('fhirExports.cancel', { params })

    const trail = (await own.auditTrail()).filter(({ event_type }) => /export/i.test(event_type))
    expect(trail.map(({ event_type, actor_id }) => [event_type, actor_id])).toEqual(
      ['formRequestExported', 'patientsExported', 'exportDownloaded', 'exportStopped'].map((event) => [event, clientId]),
    )
    expect(trail[0]!.detail).toMatchObject({ scope: 'fhir', hasPersonalData: true, filters: { formId: form.id } })
    const [exported] = await own.query(
      "select patient_ids from audit_events where event_type = 'patientsExported' and organisation_id = $1",
      [own.id],
    )
    expect(exported).toEqual({ patient_ids: [form.patientId] })
  })

  // The last test of the file, because the worker would do the work of the others.
  test('the worked example exports the answers to one form, and later only what came since (INT-5)', async () => {
    const own = await openOrganisation()
    const { formward } = await openClient(own)
    const { id, submissions } = await answeredForm(own, 3)
    await answeredForm(own, 2)
    await startBulkExporting(own.services)
    const read = async (since?: string) => {
      const [found, responses] = [[] as Resource[], exportResponses(formward, id, since)]
      for (;;) {
        const { done, value } = await responses.next()
        if (done) return { found, transactionTime: value }
        found.push(value as Resource)
      }
    }

    const first = await read()
    // An answer of this minute belongs to the next export, and was sent after the time of the first.
    const late = await sentTo(own, { id, version: 1 }, { drink: 'tea' })
    const empty = await read(first.transactionTime)
    await own.query(`update submissions set submitted_at = now() - interval '61 seconds' where id = $1`, [late.submissionId])
    const second = await read('2026-07-01T08:00:03Z')

    expect(first.found.map((one) => one.id)).toEqual(submissions)
    expect(first.found.flatMap((one) => problemsOf(one))).toEqual([])
    expect(empty.found).toEqual([])
    expect(second.found.map((one) => one.id)).toEqual([late.submissionId])
    expect(await own.query('select id from fhir_exports where organisation_id = $1', [own.id])).toEqual([])
    expect(await own.query('select piece from file_chunks where organisation_id = $1', [own.id])).toEqual([])
  })
})
