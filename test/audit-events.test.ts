import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { auditEvents } from '#domain/audit-events.ts'
import { roles, type Role } from '#domain/roles.ts'

import { endpoints, isAllowed, send } from './endpoints.ts'
import { goodRow, imports, uploadAndCheck, importFile } from './import-file.ts'
import { fittingInput } from './generated-input.ts'
import { openOrganisation, systemAdministrator, type TestOrganisation } from './organisation.ts'
import { aForm, aPatient, aRequest } from './requests.ts'
import { wholeOrganisation } from './whole-organisation.ts'

const lastEvent = async (ward: TestOrganisation) =>
  (await ward.query('select id, event_type, actor_id from audit_events order by id desc limit 1'))[0]

/** What only its owner is answered, or who knows a number, or when something is there to be read: the test of each shows its event. */
const answeredElsewhere = [
  'bulkChanges.get',
  'bulkChanges.reasons',
  'bulkChanges.results',
  'exports.download',
  'exports.get',
  'exports.getEverywhere',
  'fhirExports.download',
  'fhirExports.status',
  'formExchange.preview',
  'formTranslations.review',
  'imports.readColumns',
  'logos.get',
  'ownSessions.list',
  'patients.getByNhsNumber',
  'pepConfig.get',
  'secondFactors.beginProof',
  'secondFactors.read',
]

describe('The audit event of every call (AUD-1)', () => {
  test('every successful call records the event that its contract names, with its caller, and a refused one records none', async () => {
    const { ward, ids } = await wholeOrganisation()
    const people = new Map<Role, { id: string; subject: string }>()
    for (const role of roles) people.set(role, role === 'Forms SysAdmin' ? await systemAdministrator() : await ward.staff(role))
    const wrong: string[] = []
    const unanswered: string[] = []
    // Nobody else is at work: it is the same before a call as after the one before.
    let last = await lastEvent(ward)
    // The erasure of the patient comes last, because other calls read the patient.
    const isErasure = ({ name }: (typeof endpoints)[number]) => name === 'patientRecords.erase'
    for (const endpoint of endpoints.toSorted((one, other) => Number(isErasure(one)) - Number(isErasure(other)))) {
      const { route, name } = endpoint
      const role = roles.find((one) => one !== 'Forms SysAdmin' && isAllowed(route, one)) ?? 'Forms SysAdmin'
      const other = roles.find((one) => !isAllowed(route, one))
      const inputs = fc.sample(fittingInput(ids, endpoint.group, route), { numRuns: 20, seed: 11 })
      const call = async (caller: Role | undefined, input: (typeof inputs)[number]) => {
        const before = last
        const { statusCode } = await send(endpoint, input, caller && people.get(caller)!.subject)
        last = await lastEvent(ward)
        return { statusCode, event: last?.['id'] === before?.['id'] ? undefined : last }
      }
      for (const caller of [undefined, other]) {
        if (caller === undefined && other === undefined && route.permission === 'signed address') continue
        const { statusCode, event } = await call(caller, inputs[0]!)
        if (statusCode < 400 || event) wrong.push(`${name} as ${caller ?? 'nobody'}: ${statusCode} ${String(event?.['event_type'])}`)
        if (other === undefined) break
      }
      let isAnswered = false
      for (const input of inputs) {
        const { statusCode, event } = await call(role, input)
        if (statusCode >= 300) continue
        isAnswered = true
        const isRight = route.audit === 'verb' || (event?.['event_type'] === route.audit && event['actor_id'] === people.get(role)!.id)
        if (!isRight) wrong.push(`${name}: ${String(event?.['event_type'])} instead of ${route.audit}`)
        if (event) break
      }
      // A verb that had nothing to do says nothing; what each writes is shown by its own tests and by the list below.
      if (!isAnswered && route.audit !== 'verb') unanswered.push(name)
    }
    expect(wrong).toEqual([])
    expect(unanswered.sort()).toEqual(answeredElsewhere)
  })

  test('every event type of specification section 3 has an action that records it', async () => {
    const ward = await openOrganisation()
    await ward.startWorkers()
    const [ada, orga, system] = [await ward.staff('Admin'), await ward.staff('Forms OrgAdmin'), await systemAdministrator()]
    const ok = async <T extends { statusCode: number; body: string; json: () => { id: string } }>(sent: Promise<T>) => {
      const answer = await sent
      expect(answer.statusCode, answer.body).toBeLessThan(300)
      return answer.json()
    }
    const patient = '/api/patients/patient'
    const person = { firstName: 'Amira', lastName: 'Khan', dateOfBirth: '1961-03-09' }
    const { id: amira } = await ok(ada.post(patient, person))
    await ok(ada.patch(`${patient}/${amira}`, { sex: 'female' }))
    await ok(ada.patch(`${patient}/${amira}`, { locale: 'cy' }))
    await ok(ada.get(`${patient}?id=${amira}`))
    await ok(ada.get(patient))
    await ok(ada.delete(`${patient}/${amira}`))

    const { id: form } = await ok(orga.post('/api/forms/form', { title: 'Pre-assessment' }))
    const { draftRevision } = (await orga.get(`/api/forms/form/${form}`)).json()
    await ok(orga.patch(`/api/forms/form/${form}`, { title: 'Pre-assessment, renamed', draftRevision }))
    await ok(orga.delete(`/api/forms/form/${form}`))

    const { id: request } = await aRequest(ward, { patientId: (await aPatient(ward)).id })
    const of = (act: string) => `/api/forms/request/${request}/${act}`
    await ok(ada.get(`/api/forms/request/${request}`))
    await ok(ada.patch(of(`assign/${ada.id}`), {}))
    await ok(ada.patch(of('unassign'), {}))
    await ok(ada.patch(of('close'), {}))
    await ok(ada.patch(of('reopen'), {}))
    const sent = await aForm(ward, 'Waiting list check')
    await ok(ada.post('/api/forms/request', { formId: sent.id, patientIds: [(await aPatient(ward)).id], specialty: '320' }))
    const file = await ok(ada.post('/api/forms/request/export', {}))
    await ok(ada.get(`/api/forms/request/export?id=${file.id}`))
    const job = await uploadAndCheck<{ id: string; status: string }>(ada, await importFile([goodRow('Waiting list check')]))
    await ok(ada.post(`${imports}/${job.id}`, {}))

    const members = `/api/tenants/tenant/${ward.id}/members`
    const fields = { firstName: 'Marie', lastName: 'Curie', emailAddress: `${ward.id}@example.com`, role: 'User' }
    const { id: marie } = await ok(ada.put(members, fields))
    await ok(ada.patch(`${members}/${marie}`, { jobTitle: 'Nurse' }))
    await ok(ada.patch(`${members}/${marie}`, { timezone: 'Europe/Paris' }))
    await ok(ada.get(`/api/tenants/tenant/members/${marie}`))
    await ok(ada.get(members))
    await ok(ada.get(`/api/tenants/tenant/members/logs/${marie}`))
    await ok(ada.delete(`${members}/${marie}`))
    await ok(ada.patch('/api/tenants/tenant/member/login'))
    await ok(ada.get('/api/tenants/tenant'))
    await ok(system.patch(`/api/tenants/tenant/${ward.id}`, { vitalType: 'Trust' }))
    const { id: tenant } = await ok(system.post('/api/tenants/tenant', { name: 'New', odsCode: ward.id.slice(0, 8) }))

    const made = await ward.query('select distinct event_type from audit_events where organisation_id = any($1)', [
      [ward.id, tenant, '00000000-0000-0000-0000-000000000000'],
    ])
    const missing = [...specified, 'exportRead'].filter((event) => !made.some(({ event_type }) => event_type === event))
    // There is no call that deletes an organisation: what it holds is kept. The event is known for logs that come from elsewhere.
    expect(missing).toEqual(['tenantDeleted'])
    expect(specified.filter((event) => !(auditEvents as readonly string[]).includes(event))).toEqual([])
  })
})

/** Specification section 3, word for word in its order. */
const specified = [
  ...['Created', 'Updated', 'LocaleUpdated', 'Read', 'List', 'Deleted'].map((act) => `patient${act}`),
  ...['Created', 'Updated', 'Read', 'Deleted'].map((act) => `form${act}`),
  ...['Uploaded', 'Imported', 'Exported', 'Created', 'Closed', 'Reopened', 'Assigned', 'Unassigned', 'Read'].map(
    (act) => `formRequest${act}`,
  ),
  ...['Created', 'Updated', 'Read', 'Deleted'].map((act) => `tenant${act}`),
  ...['Created', 'Updated', 'LocaleUpdated', 'Login', 'Read', 'List', 'LogsRead', 'Deleted'].map((act) => `tenantMember${act}`),
]

describe('An action and its audit event in one transaction (AUD-1)', () => {
  const born = { firstName: 'Amira', lastName: 'Khan', dateOfBirth: '1961-03-09' }
  const count = async (ward: TestOrganisation, table: string) =>
    Number((await ward.query(`select count(*) from ${table} where organisation_id = $1`, [ward.id]))[0]!['count'])
  /** From now on this organisation's rows of a table make their transaction fail, at once or when it commits. */
  const failing = async (ward: TestOrganisation, table: string, isAtCommit: boolean) => {
    const name = `fail_${ward.id.replaceAll('-', '')}`
    await ward.query(`create function ${name}() returns trigger language plpgsql as $$ begin raise 'no'; end $$`)
    const when = isAtCommit
      ? `constraint trigger ${name} after insert on ${table} deferrable initially deferred`
      : `trigger ${name} before insert on ${table}`
    await ward.query(`create ${when} for each row when (new.organisation_id = '${ward.id}') execute function ${name}()`)
  }

  test('an action whose event cannot be recorded is not done, and not shown', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    const grace = await aPatient(ward, { lastName: 'Hopper' })
    await failing(ward, 'audit_events', false)

    expect((await ada.post('/api/patients/patient', born)).statusCode).toBe(500)
    expect(await count(ward, 'patients')).toBe(1)
    for (const address of [`?id=${grace.id}`, '?page=1']) {
      const answer = await ada.get(`/api/patients/patient${address}`)
      expect(answer.statusCode).toBe(500)
      expect(answer.body).not.toContain('Hopper')
    }
  })

  test('an action that fails is not recorded, even when it fails at the very end', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    await failing(ward, 'patients', true)

    expect((await ada.post('/api/patients/patient', born)).statusCode).toBe(500)
    expect([await count(ward, 'patients'), await count(ward, 'audit_events')]).toEqual([0, 0])
  })
})
