import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { clientPermissions } from '#domain/roles.ts'
import { problemsOf } from '#test/fhir/check-resource.ts'
import { sentTo, twoQuestions } from '#test/forms.ts'
import { listen } from '#test/listen.ts'
import { nextNhsNumber, nobody, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aForm, answered, aPatient, aRequest } from '#test/requests.ts'
import { rowsRead } from '#test/rows-read.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { openFormward } from '../../docs/examples/client.ts'
import { fetchResponses } from '../../docs/examples/fetch-fhir.ts'
import { listTasks } from './resources.sql.ts'

const base = '/api/fhir/R4'
const nhsNumber = (value: string) => `https://fhir.nhs.uk/Id/nhs-number|${value}`
const asForm = { 'content-type': 'application/x-www-form-urlencoded' }

type Bundle = {
  resourceType: string
  link: { relation: string; url: string }[]
  entry?: { fullUrl: string; resource: { id: string; status: string } }[]
}
type Answer = { statusCode: number; body: string; json: <T>() => T }
const idsOf = (answer: Answer) => (answer.json<Bundle>().entry ?? []).map(({ resource }) => resource.id)
const addressOf = (answer: Answer, relation: string) => {
  const link = answer.json<Bundle>().link.find((one) => one.relation === relation)
  return link && link.url.slice(link.url.indexOf('/api/'))
}

/** A form with answers that were sent at these seconds of one minute. */
async function answeredForm(own: TestOrganisation, seconds: number[]) {
  const { id } = await aForm(own, 'Tea', twoQuestions)
  const sent = []
  for (const second of seconds) {
    const one = await sentTo(own, { id, version: 1 }, { drink: 'tea', more: 'With milk' })
    await own.query(`update submissions set submitted_at = '2026-07-01T08:30:00Z'::timestamptz + make_interval(secs => $2) where id = $1`, [
      one.submissionId,
      second,
    ])
    const [patient] = await own.query('select nhs_number from patients where id = $1', [one.patientId])
    sent.push({ ...one, nhsNumber: String(patient!['nhs_number']) })
  }
  return { id, sent }
}

describe('FHIR for other systems', () => {
  test('every kind of answer is valid for validators that were written elsewhere (INT-5)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff('Forms User')
    const { id, sent } = await answeredForm(own, [1, 2])
    const [first] = sent
    const addresses = [
      '/metadata',
      '/Questionnaire',
      `/Questionnaire/${id}`,
      `/Questionnaire/${id}/_history/1`,
      '/QuestionnaireResponse?_count=1',
      `/QuestionnaireResponse/${first!.submissionId}`,
      '/Task',
      `/Task/${first!.requestId}`,
      `/Task/${randomUUID()}`,
      '/Task?colour=red',
    ]
    const answers = await Promise.all(addresses.map((address) => ada.get(base + address)))

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 404, 400])
    expect(answers.map(({ headers }) => headers['content-type'])).toEqual(addresses.map(() => 'application/fhir+json; charset=utf-8'))
    expect(answers.flatMap((answer) => problemsOf(answer.json()))).toEqual([])
    expect(answers[5]!.json()).toMatchObject({
      resourceType: 'QuestionnaireResponse',
      id: first!.submissionId,
      questionnaire: `urn:uuid:${id}|1`,
      subject: { identifier: { value: first!.nhsNumber } },
      item: [{ linkId: 'drink', answer: [{ valueCoding: { code: 'tea', display: 'Tea' } }] }, { linkId: 'more' }],
    })
    expect(answers[7]!.json()).toMatchObject({
      status: 'completed',
      focus: { reference: `Questionnaire/${id}` },
      output: [{ valueReference: { reference: `QuestionnaireResponse/${first!.submissionId}` } }],
    })
  })

  test('the CapabilityStatement names each search parameter that the contract has, and no other (INT-5)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff('Forms User')
    const { rest } = (await ada.get(`${base}/metadata`)).json<{
      rest: [{ resource: { type: string; searchParam: { name: string; type: string }[] }[] }]
    }>()
    const fitting: Record<string, string> = { date: '2026', reference: randomUUID(), token: randomUUID() }
    const special: Record<string, string> = { status: 'completed', 'patient:identifier': nhsNumber('9990000018') }

    for (const { type, searchParam } of rest[0].resource)
      for (const { name, type: kind } of searchParam) {
        const query = new URLSearchParams({ [name]: special[name] ?? fitting[kind]! }).toString()
        expect((await ada.get(`${base}/${type}?${query}`)).statusCode, `${type}?${query}`).toBe(200)
      }
    expect(rest[0].resource.map(({ searchParam }) => searchParam.length)).toEqual([3, 7, 6])
  })

  test('a search by NHS number, patient, form, status and time finds what it asks for (INT-5)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff('Forms User')
    const [tea, other] = [await answeredForm(own, [1, 2, 3]), await answeredForm(own, [4])]
    const [first, second, third] = tea.sent
    const open = await sentTo(own, { id: tea.id, version: 1 })
    const found = async (query: Record<string, string>, type = 'QuestionnaireResponse') =>
      idsOf(await ada.get(`${base}/${type}?${new URLSearchParams(query).toString()}`))
    const all = [...tea.sent, ...other.sent].map(({ submissionId }) => submissionId)

    expect(await found({})).toEqual(all)
    expect(await found({ 'patient:identifier': nhsNumber(second!.nhsNumber) })).toEqual([second!.submissionId])
    expect(await found({ patient: `Patient/${first!.patientId}` })).toEqual([first!.submissionId])
    expect(await found({ questionnaire: `Questionnaire/${other.id}` })).toEqual(all.slice(3))
    expect(await found({ authored: 'gt2026-07-01T08:30:02Z' })).toEqual(all.slice(2))
    expect(await found({ _lastUpdated: 'le2026-07-01T08:30:02Z' })).toEqual(all.slice(0, 2))
    expect(await found({ _id: third!.submissionId, status: 'completed,amended' })).toEqual([third!.submissionId])
    expect(await found({ status: 'in-progress' })).toEqual([])
    expect(await found({ authored: '2026-07-02' })).toEqual([])
    expect(await found({ status: 'requested' }, 'Task')).toEqual([open.requestId])
    expect((await found({ status: 'completed', focus: tea.id }, 'Task')).toSorted()).toEqual(
      tea.sent.map(({ requestId }) => requestId).toSorted(),
    )
    expect(await found({ _lastUpdated: 'lt2020' }, 'Task')).toEqual([])
    expect((await found({ status: 'active' }, 'Questionnaire')).toSorted()).toEqual([tea.id, other.id].toSorted())
    expect(await found({ status: 'retired' }, 'Questionnaire')).toEqual([])
  })

  test('pages have each answer once, while others are sent, and new ones come last (INT-5)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff('Forms User')
    const { id, sent } = await answeredForm(own, [1, 1, 1, 2, 3])
    const seen: string[] = []
    let address: string | undefined = `${base}/QuestionnaireResponse?questionnaire=${id}&_count=2`
    let later: string | undefined
    while (address) {
      const page = await ada.get(address)
      seen.push(...idsOf(page))
      later ??= (await sentTo(own, { id, version: 1 }, { drink: 'tea' })).submissionId
      address = addressOf(page, 'next')
    }

    expect(seen.slice(0, -1).toSorted()).toEqual(sent.map(({ submissionId }) => submissionId).toSorted())
    expect(seen.at(-1)).toBe(later)
  })

  test('a search for several statuses has each task once, in the order of time, on pages too (INT-5)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff('Forms User')
    const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 9, minute)).toISOString()
    const seeds = [
      ['requested', { status: 'unopened' }],
      ['in-progress', { status: 'opened' }],
      ['cancelled', { status: 'opened', expiresAt: at(30) }],
      ['entered-in-error', { status: 'sent_in_error' }],
      ['completed', { status: 'closed' }],
      ['cancelled', { status: 'closed' }],
      ['cancelled', { status: 'expired' }],
      ['requested', { status: 'unopened' }],
    ] as const
    const wanted: { id: string; status: string }[] = []
    for (const [minute, [status, seed]] of seeds.entries()) {
      const request = await aRequest(own, { ...seed, createdAt: at(minute) })
      if (status === 'completed') await answered(own, request, { needed: 'yes' })
      wanted.push({ id: request.id, status })
    }
    const find = async (query: string) => {
      const found: { id: string; status: string }[] = []
      for (let address: string | undefined = `${base}/Task?${query}`; address;) {
        const page = await ada.get(address)
        found.push(...(page.json<Bundle>().entry ?? []).map(({ resource: { id, status } }) => ({ id, status })))
        address = addressOf(page, 'next')
      }
      return found
    }

    expect(await find('_count=3')).toEqual(wanted)
    const statuses = [...new Set(wanted.map(({ status }) => status))]
    expect(await find(`status=${statuses.join()},requested&_count=2`)).toEqual(wanted)
    for (const status of statuses) expect(await find(`status=${status}`)).toEqual(wanted.filter((one) => one.status === status))
    expect(await find('status=draft')).toEqual([])
  })

  test('a search by status reads few form requests where many have ended (INT-5, PERF-1)', async () => {
    const own = await openOrganisation()
    const { id, patientId, formId } = await aRequest(own)
    const other = await aRequest(own, { patientId, formId, status: 'opened' })
    const columns = 'organisation_id, patient_id, form_id, form_version, notification_method, expires_at, patient_name_key'
    await own.query(
      `insert into form_requests (${columns}, status, created_at)
       select ${columns}, 'closed', created_at - interval '9 days' from form_requests, generate_series(1, 5000) where id = $1`,
      [id],
    )
    await own.query('analyze form_requests')

    const read = await stepsOf(own).step((ctx) =>
      rowsRead(ctx.tx, 'form_requests', async () => {
        const found = await listTasks(ctx, { statuses: ['requested', 'in-progress'] }, { limit: 20 })
        expect(found.map((one) => one.id).toSorted()).toEqual([id, other.id].toSorted())
      }),
    )

    expect(read).toBeLessThan(100)
  })

  test('a search by POST has its NHS number in no address, in no link and in no refusal (INT-5)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff('Forms User')
    const { sent } = await answeredForm(own, [1])
    const { id } = await aForm(own, 'More', twoQuestions)
    await sentTo(own, { id, version: 1 }, { drink: 'tea' })
    const { nhsNumber: number, submissionId } = sent[0]!
    const search = (query: Record<string, string>) =>
      ada.post(`${base}/QuestionnaireResponse/_search`, new URLSearchParams(query).toString(), asForm)

    const found = await search({ 'patient:identifier': nhsNumber(number) })
    const refused = await search({ 'patient:identifier': `nhs|${number}`, [`x${number}`]: '1' })

    expect(idsOf(found)).toEqual([submissionId])
    expect(JSON.stringify(found.json<Bundle>().link)).not.toContain(number)
    expect(idsOf(await ada.get(addressOf(found, 'self')!))).toEqual([submissionId])
    expect(refused.statusCode).toBe(400)
    expect(refused.body).not.toContain(number)
    expect(problemsOf(refused.json())).toEqual([])
  })

  test('unknown parameters and _include are refused, or ignored where the caller asks for it (INT-5)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff('Forms User')
    const query = '?_include=Task:focus&colour=red'

    const [strict, lenient] = [await ada.get(`${base}/Task${query}`), await ada.get(`${base}/Task${query}`, { prefer: 'handling=lenient' })]

    expect([strict.statusCode, lenient.statusCode]).toEqual([400, 200])
    expect(strict.json()).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ severity: 'error', code: 'invalid' }, {}] })
    expect(lenient.json<Bundle>().link[0]!.url).toMatch(/\/Task\?_count=20$/)
  })

  test.each(['_count=0', '_count=x', 'status=ACTIVE', '_lastUpdated=yesterday', '_page=x', 'patient:identifier=9990000018', '_format=xml'])(
    'bad input: %s is refused as an OperationOutcome (INT-5)',
    async (query) => {
      const ada = await (await openOrganisation()).staff('Forms User')
      const refused = await ada.get(`${base}/Task?${query}`)
      expect([refused.statusCode, problemsOf(refused.json())]).toEqual([400, []])
    },
  )

  test('a page of another organisation or of another search is refused (INT-5, ORG-7)', async () => {
    const [own, other] = [await openOrganisation(), await openOrganisation()]
    const [ada, eve] = [await own.staff('Forms User'), await other.staff('Forms User')]
    await answeredForm(own, [1, 2])
    const next = addressOf(await ada.get(`${base}/QuestionnaireResponse?_count=1`), 'next')!

    expect((await ada.get(next)).statusCode).toBe(200)
    expect((await eve.get(next)).statusCode).toBe(400)
    expect((await ada.get(next.replace('QuestionnaireResponse', 'Task'))).statusCode).toBe(400)
  })

  test('nobody reads resources of another organisation, without a token or without the permission (INT-5, ORG-7, ROLE-2)', async () => {
    const [own, other] = [await openOrganisation(), await openOrganisation()]
    const [eve, stranger] = [await other.staff('Forms OrgAdmin'), await nobody()]
    const { id, sent } = await answeredForm(own, [1])
    const { submissionId, requestId, nhsNumber: number } = sent[0]!
    const addresses = [`/Questionnaire/${id}`, `/QuestionnaireResponse/${submissionId}`, `/Task/${requestId}`]

    for (const address of addresses) {
      expect((await eve.get(base + address)).statusCode).toBe(404)
      const refused = await stranger.get(base + address)
      expect([refused.statusCode, refused.json()]).toMatchObject([401, { issue: [{ code: 'login' }] }])
      expect(refused.headers['www-authenticate']).toBeDefined()
    }
    const query = new URLSearchParams({ 'patient:identifier': nhsNumber(number) }).toString()
    expect(idsOf(await eve.get(`${base}/QuestionnaireResponse?${query}`))).toEqual([])
    expect(idsOf(await eve.get(`${base}/Task?${query}`))).toEqual([])
  })

  test('a member who sees some wards only finds no patient of another ward (INT-5, MEM-4)', async () => {
    const own = await openOrganisation({ wardAccess: 'assigned' })
    const [limited, admin] = [await own.staff('User'), await own.staff('Admin')]
    const { sent } = await answeredForm(own, [1])
    const wardId = randomUUID()
    await own.query(`insert into wards (organisation_id, id, name) values ($1, $2, 'Ward 7')`, [own.id, wardId])
    await own.query('update patients set ward_id = $1 where id = $2', [wardId, sent[0]!.patientId])

    expect(idsOf(await admin.get(`${base}/QuestionnaireResponse`))).toHaveLength(1)
    expect(idsOf(await limited.get(`${base}/QuestionnaireResponse`))).toEqual([])
    expect((await limited.get(`${base}/QuestionnaireResponse/${sent[0]!.submissionId}`)).statusCode).toBe(404)
    expect(idsOf(await limited.get(`${base}/Task`))).toEqual([])
  })

  test('every patient that a search or a read shows is in the audit log (INT-5, AUD-4)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff('Forms User')
    const { sent } = await answeredForm(own, [1, 2])

    await ada.get(`${base}/QuestionnaireResponse`)
    await ada.get(`${base}/QuestionnaireResponse/${sent[0]!.submissionId}`)

    const [searched, read] = await own.query(
      'select event_type, subject_id, patient_id, patient_ids from audit_events where organisation_id = $1 order by id',
      [own.id],
    )
    expect(searched).toMatchObject({ event_type: 'formRequestList' })
    expect((searched!['patient_ids'] as string[]).toSorted()).toEqual(sent.map(({ patientId }) => patientId).toSorted())
    expect(read).toMatchObject({ event_type: 'formRequestRead', subject_id: sent[0]!.requestId, patient_id: sent[0]!.patientId })
  })

  test('a patient of the next page, who is not shown, is not in the audit log (INT-5, AUD-4)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff('Forms User')
    const { sent } = await answeredForm(own, [1, 2])

    for (const type of ['QuestionnaireResponse', 'Task']) await ada.get(`${base}/${type}?_count=1`)

    const trail = await own.query('select patient_ids from audit_events where organisation_id = $1 order by id', [own.id])
    expect(trail).toEqual([{ patient_ids: [sent[0]!.patientId] }, { patient_ids: [sent[0]!.patientId] }])
  })

  test('a resource has an ETag and its time of change, and is not sent again to a caller who has it (INT-5)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff('Forms User')
    const { id } = await answeredForm(own, [])
    const first = await ada.get(`${base}/Questionnaire/${id}`)
    const again = await ada.get(`${base}/Questionnaire/${id}`, { 'if-none-match': String(first.headers['etag']) })
    const changed = await ada.get(`${base}/Questionnaire/${id}`, { 'if-none-match': 'W/"7"' })

    const entityTag = expect.stringMatching(/^W\/"[\w-]{43}"$/) as string
    expect(first.headers).toMatchObject({ etag: entityTag, 'last-modified': expect.stringMatching(/GMT$/) as string })
    expect([again.statusCode, again.body, changed.statusCode]).toEqual([304, '', 200])
  })

  test('a resource that shows something else at the same time of change is sent again (INT-5)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff('Forms User')
    const { id, sent } = await answeredForm(own, [1])
    const { patientId, requestId, submissionId } = sent[0]!
    const addresses = [`/Questionnaire/${id}`, `/QuestionnaireResponse/${submissionId}`, `/Task/${requestId}`]
    const readAll = async (tags: string[] = []) =>
      Promise.all(
        addresses.map((address, place) => ada.get(base + address, tags[place] === undefined ? {} : { 'if-none-match': tags[place] })),
      )
    const before = await readAll()
    const tags = before.map(({ headers }) => String(headers['etag']))

    await own.query('update forms set archived_at = now() where id = $1', [id])
    const number = nextNhsNumber()
    await own.query('update patients set nhs_number = $1 where id = $2', [number, patientId])
    const after = await readAll(tags)

    expect(after.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(after.map((one) => one.json())).toMatchObject([
      { status: 'retired' },
      { subject: { identifier: { value: number } } },
      { for: { identifier: { value: number } } },
    ])
    const changes = (answers: typeof after) => answers.map(({ headers }) => headers['last-modified'])
    expect(changes(after)).toEqual(changes(before))
    expect((await readAll(after.map(({ headers }) => String(headers['etag'])))).map(({ statusCode }) => statusCode)).toEqual([
      304, 304, 304,
    ])
  })

  test('the worked example fetches the answers to a form as an integration client, page by page (INT-1, INT-5)', async () => {
    const { baseUrl } = await listen()
    const own = await openOrganisation()
    const admin = await own.staff('Admin')
    const { id, sent } = await answeredForm(own, [1, 2, 3])
    const body = { name: 'EPR', permissions: clientPermissions, authentication: 'secret', expiresOn: new Date().toISOString().slice(0, 10) }
    const { client, secret } = (await admin.post(`/api/tenants/tenant/${own.id}/integration-clients`, body)).json<{
      client: { id: string }
      secret: string
    }>()
    const formward = await openFormward({ address: baseUrl, clientId: client.id, secret })

    const found = []
    for await (const one of fetchResponses(formward, id, '2026-07-01T08:30:02Z', 1)) found.push(one.id)

    expect(found).toEqual(sent.slice(1).map(({ submissionId }) => submissionId))
  })

  test('an integration client reads only what its permissions name (INT-1, INT-5)', async () => {
    const { baseUrl } = await listen()
    const own = await openOrganisation()
    const admin = await own.staff('Admin')
    const patient = await aPatient(own)
    const body = { name: 'EPR', permissions: ['form:read'], authentication: 'secret', expiresOn: new Date().toISOString().slice(0, 10) }
    const { client, secret } = (await admin.post(`/api/tenants/tenant/${own.id}/integration-clients`, body)).json<{
      client: { id: string }
      secret: string
    }>()
    const formward = await openFormward({ address: baseUrl, clientId: client.id, secret })
    const query = { 'patient:identifier': nhsNumber(patient.nhsNumber!) }

    expect((await formward('fhir.searchQuestionnaires')).status).toBe(200)
    expect((await formward('fhir.metadata')).status).toBe(200)
    const refused = [await formward('fhir.searchTasks', { query }), await formward('fhir.searchResponses', { query })]
    expect(refused.map(({ status, body }) => [status, body])).toMatchObject([
      [401, { issue: [{ code: 'forbidden' }] }],
      [401, { issue: [{ code: 'forbidden' }] }],
    ])
  })
})
