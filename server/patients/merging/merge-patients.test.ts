import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { findPatients } from '#server/patients/patients.ts'
import { countDifferences } from '#test/count-differences.ts'
import { keptNumberDifferences, mergeInto, patientAddress } from '#test/merging.ts'
import { nextNhsNumber, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { openPhone } from '#test/phone.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'
import { answerMood, moodForm, sendMood } from '#test/scored-form.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { aSeries, inDays } from '#test/series.ts'
import { idsIn, sendWaitingListCheck } from '#test/waiting-list.ts'
import { pausedBeforeCommit, stepsOf, untilWaiting } from '#test/worker-steps.ts'

import { mergePatients } from './merge-patients.ts'

/** Two records of one patient, of which the second has no NHS number. */
async function twoRecords(ward: TestOrganisation, other: Parameters<typeof aPatient>[1] = {}) {
  const [kept, merged] = [await aPatient(ward), await aPatient(ward, { nhsNumber: null, ...other })]
  return { kept, merged }
}

async function wardOf(ward: TestOrganisation, name: string) {
  const [row] = await ward.query('insert into wards (organisation_id, name) values ($1, $2) returning id', [ward.id, name])
  return String(row!['id'])
}

const withoutNumber = (ward: TestOrganisation, id: string) => ward.query('update patients set nhs_number = null where id = $1', [id])
const patientOf = async (staff: Awaited<ReturnType<TestOrganisation['staff']>>, id: string) =>
  (await staff.get(`/api/patients/patient?id=${id}`)).json<Record<string, unknown>>()

describe('POST /patient/:id/merge', () => {
  test('everything that names the merged record names the kept one afterwards, in every table, and each stored number is right (PAT-4, REQ-1)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const [north, south] = [await wardOf(ward, 'North'), await wardOf(ward, 'South')]
    const kept = await sendMood(ward)
    const merged = await sendMood(ward)
    const list = await sendWaitingListCheck(ward)
    await list.answer({ waiting: '0', contact: 'yes', help: 'none' })
    await ward.query('update form_requests set patient_id = $1 where id = $2', [merged.patientId, list.requestId])
    await withoutNumber(ward, merged.patientId)
    const series = await aSeries(ward)
    await series.staff.post(`${series.path}/enrolment`, { enrolments: [{ patientId: merged.patientId, startsOn: inDays(0) }] })
    await ward.query('update patients set ward_id = $2 where id = $1', [kept.patientId, north])
    await ward.query('update patients set ward_id = $2 where id = $1', [merged.patientId, south])
    const [job] = await ward.query(
      "insert into import_jobs (organisation_id, file_name, status) values ($1, 'a.xlsx', 'checked') returning id",
      [ward.id],
    )
    await ward.query(
      `insert into import_rows (organisation_id, job_id, row_number, cells, verdict, patient_id) values ($1, $2, 1, '["A"]', 'new', $3)`,
      [ward.id, job!['id'], merged.patientId],
    )
    const columns = await ward.query(
      `select c.table_name as name from information_schema.columns c join pg_class t on t.relname = c.table_name and t.relkind in ('r', 'p') and not t.relispartition
       where c.table_schema = 'public' and c.column_name = 'patient_id' order by 1`,
    )
    const tablesNaming = async (id: string) => {
      const found: string[] = []
      for (const { name } of columns)
        if ((await ward.query(`select 1 from ${String(name)} where patient_id = $1 limit 1`, [id])).length > 0) found.push(String(name))
      return found
    }
    expect(await tablesNaming(merged.patientId)).toEqual(
      expect.arrayContaining(['form_requests', 'import_rows', 'series_enrolments', 'submission_scores']),
    )

    const answer = await mergeInto(admin, kept.patientId, merged.patientId)

    expect([answer.statusCode, answer.json()]).toMatchObject([200, { id: kept.patientId, mergedIntoId: null, submitted: true }])
    // What happened stays as it was recorded. The words of the name and the NHS numbers that the record had are its own.
    expect(await tablesNaming(merged.patientId)).toEqual(['audit_events', 'nhs_app_patients', 'patient_words'])
    expect(await ward.query('select id from form_requests where patient_id = $1 order by id', [kept.patientId])).toEqual(
      [kept.requestId, merged.requestId, list.requestId].toSorted().map((id) => ({ id })),
    )
    expect(
      await ward.query(
        `select 1 from form_requests r where r.organisation_id = $1 and r.patient_id = $2 and r.ward_id is distinct from $3::uuid
         union all select 1 from notifications where organisation_id = $1 and request_id in ($4, $5) and ward_id is distinct from $3::uuid
         union all select 1 from series_enrolments where organisation_id = $1 and patient_id = $2 and ward_id is distinct from $3::uuid`,
        [ward.id, kept.patientId, north, kept.requestId, merged.requestId],
      ),
    ).toEqual([])
    expect(await ward.query(countDifferences, [ward.id])).toEqual([])
    expect(await ward.query(keptNumberDifferences, [ward.id])).toEqual([])
    expect(await idsIn(admin, 'not_on_list')).toEqual([list.requestId])
    const scores = (await admin.get(patientAddress(kept.patientId, '/scores'))).body
    expect([scores.includes(kept.requestId), scores.includes(merged.requestId)]).toEqual([true, true])
  })

  test('the merged record is archived, points at the kept one, and is found neither by matching nor by the list (PAT-1, PAT-4)', async () => {
    const ward = await openOrganisation()
    const [admin, clerk] = [await ward.staff('Admin'), await ward.staff('User')]
    const { kept, merged } = await twoRecords(ward, { localPatientId: 'L-77' })

    await mergeInto(admin, kept.id, merged.id)

    expect(await patientOf(clerk, merged.id)).toMatchObject({ archived: true, mergedIntoId: kept.id })
    const list = (await clerk.get('/api/patients/patient?limit=10&filters[search]=hopper')).json()
    expect(list.docs.map(({ id }: { id: string }) => id)).toEqual([kept.id])
    expect((await admin.get(patientAddress(kept.id, '/duplicates'))).json()).toEqual([])
    const created = await clerk.post('/api/patients/patient', { firstName: 'Grace', lastName: 'Hopper', dateOfBirth: '1961-03-09' })
    // Name and date of birth agree with both; without a postcode, two details are not enough for either.
    expect(created.json().candidates ?? []).not.toContainEqual(expect.objectContaining({ id: merged.id }))
    for (const change of [{ archived: false }, { phoneNumber: '07700 900999' }])
      expect((await clerk.patch(patientAddress(merged.id), change)).json()).toMatchObject({
        status: 409,
        detail: 'This record was merged into another record. Change the other record, or undo the merge.',
      })
    const sent = await clerk.post('/api/forms/request', { patientIds: [merged.id], formId: (await aForm(ward)).id })
    expect(sent.statusCode).toBeGreaterThanOrEqual(400)
  })

  test('the chosen details, the only NHS number and what is stricter are in the kept record (PAT-3, PAT-4, NOT-5)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const nhsNumber = nextNhsNumber()
    const kept = await aPatient(ward, { nhsNumber: null, phoneNumber: '+447700900001' })
    const merged = await aPatient(ward, {
      nhsNumber,
      phoneNumber: '+447700900002',
      emailAddress: 'other@example.com',
      mayBeContacted: false,
    })
    await ward.query(
      `update patients set line1 = '2 New Road', postcode = 'ZZ99 3VZ', is_left_out_of_nhs_app = true, hold_since = now(), hold_reason = 'Inquest',
         opt_outs = '{"sms": {"at": "2026-01-02T10:00:00.000Z", "by": "text_reply"}}' where id = $1`,
      [merged.id],
    )

    await mergeInto(admin, kept.id, merged.id, { taken: ['phoneNumber', 'address'] })

    expect(await patientOf(admin, kept.id)).toMatchObject({
      nhsNumber,
      phoneNumber: '+447700900002',
      emailAddress: 'grace@example.com',
      address: { line1: '2 New Road', postcode: 'ZZ99 3VZ' },
      mayBeContacted: false,
      leftOutOfNhsApp: true,
      optOuts: [{ method: 'sms', by: 'text_reply', at: '2026-01-02T10:00:00.000Z' }],
      legalHold: { reason: 'Inquest' },
    })
    expect(await patientOf(admin, merged.id)).toMatchObject({ nhsNumber: null, emailAddress: 'other@example.com' })
  })

  test('an opt-out of either record cancels what waits for the other one (NOT-5, PAT-4)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const [kept, merged] = [await sendFormToPatient(ward), await sendFormToPatient(ward, { method: 'email' })]
    await withoutNumber(ward, merged.patientId)
    const optOut = (method: string, id: string) =>
      ward.query('update patients set opt_outs = $1 where id = $2', [JSON.stringify({ [method]: { at: new Date(), by: 'user' } }), id])
    await optOut('email', kept.patientId)
    await optOut('sms', merged.patientId)

    await mergeInto(admin, kept.patientId, merged.patientId)

    expect(await patientOf(admin, kept.patientId)).toMatchObject({ optedOutMethods: ['email', 'sms'] })
    expect(
      await ward.query('select status, reason_code from notifications where id = any($1)', [[kept.notificationId, merged.notificationId]]),
    ).toEqual([
      { status: 'cancelled', reason_code: 'opted_out' },
      { status: 'cancelled', reason_code: 'opted_out' },
    ])
  })

  test('a link that was sent before asks for the date of birth again, opens the form with the saved answers, and the answers belong to the kept record (PAT-4, PAG-1, PTN-2)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const kept = await sendFormToPatient(ward)
    const [drafted, unopened] = [
      await sendFormToPatient(ward, { definition: moodForm }),
      await sendFormToPatient(ward, { definition: moodForm }),
    ]
    await ward.query('update form_requests set patient_id = $1 where id = $2', [drafted.patientId, unopened.requestId])
    await withoutNumber(ward, drafted.patientId)
    const phone = await openPhone()
    const second = await phone.fillIn(await phone.open(drafted.link), { interest: 'often' })

    expect((await mergeInto(admin, kept.patientId, drafted.patientId)).statusCode).toBe(200)

    expect((await phone.fillIn(second, { down: 'always' })).address).toBe(drafted.link)
    const third = await phone.fillIn(await phone.open(drafted.link), { down: 'always' })
    const check = await phone.fillIn(third, { harm: 'never' })
    expect((await phone.fillIn(check, {})).address).toMatch(/confirmation$/)
    await answerMood(unopened.link, { interest: 'never', harm: 'never' })
    expect(
      await ward.query(
        `select r.id, r.patient_id as "patientId", count(c.*)::int as scores from form_requests r join submissions s on s.request_id = r.id
         left join submission_scores c on c.request_id = r.id and c.patient_id = r.patient_id where r.organisation_id = $1 group by 1, 2 order by 1`,
        [ward.id],
      ),
    ).toEqual([drafted.requestId, unopened.requestId].toSorted().map((id) => ({ id, patientId: kept.patientId, scores: 1 })))
  })

  test('both access logs name the merge, and a look at both records is recorded before (PAT-4, AUD-1, AUD-4)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const { kept, merged } = await twoRecords(ward)
    await mergeInto(admin, kept.id, merged.id, { reason: 'imported_twice', note: 'Told by Ms Hopper' })

    const events = await ward.query(
      'select event_type, actor_id, patient_id, patient_ids, detail from audit_events where organisation_id = $1 order by id',
      [ward.id],
    )
    expect(events).toMatchObject([
      { event_type: 'patientDuplicatesRead', patient_ids: [kept.id, merged.id] },
      {
        event_type: 'patientMerge',
        actor_id: admin.id,
        patient_id: kept.id,
        patient_ids: [kept.id, merged.id],
        detail: { reason: 'imported_twice', formRequests: 0, series: 0 },
      },
    ])
    expect(JSON.stringify(events)).not.toContain('Hopper')
    for (const id of [kept.id, merged.id]) {
      const log = (await admin.get(patientAddress(id, '/audit?page=1&limit=10'))).json()
      expect(log.docs.map(({ eventType }: { eventType: string }) => eventType)).toContain('patientMerge')
    }
  })

  test('records that are surely or perhaps different people, archived, already merged or in one series are refused in words, and nothing changes (PAT-4)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const [numbered, otherNumber] = [await aPatient(ward), await aPatient(ward)]
    const { kept, merged } = await twoRecords(ward)
    const stranger = await aPatient(ward, { nhsNumber: null, firstName: 'Ann', lastName: 'Lee' })
    const dead = await aPatient(ward, { nhsNumber: null })
    await ward.query('update patients set is_deceased = true where id = $1', [dead.id])
    const archived = await aPatient(ward, { nhsNumber: null, archivedAt: new Date().toISOString() })
    const series = await aSeries(ward)
    await series.staff.post(`${series.path}/enrolment`, {
      enrolments: [kept, merged].map(({ id }, days) => ({ patientId: id, startsOn: inDays(days) })),
    })
    const before = await ward.query('select * from patients where organisation_id = $1 order by id', [ward.id])

    for (const [one, other, words] of [
      [
        numbered.id,
        otherNumber.id,
        'These records have two different NHS numbers. Records with two different NHS numbers are never merged.',
      ],
      [numbered.id, numbered.id, 'Choose two different records.'],
      [kept.id, stranger.id, /^These records do not agree in three of/],
      [kept.id, dead.id, 'One record says that the patient has died and the other does not. Correct the wrong record first.'],
      [archived.id, merged.id, /^An archived record cannot be the one that stays/],
      [kept.id, merged.id, `Both records take part in the series ${series.name}. End the series for one of them first.`],
    ] as const)
      expect((await mergeInto(admin, one, other)).json()).toMatchObject({ status: 409, detail: expect.stringMatching(words) })
    expect(await ward.query('select * from patients where organisation_id = $1 order by id', [ward.id])).toEqual(before)

    const another = await aPatient(ward, { nhsNumber: null })
    expect((await mergeInto(admin, kept.id, archived.id)).statusCode).toBe(200)
    expect((await mergeInto(admin, another.id, archived.id)).json()).toMatchObject({
      status: 409,
      detail: 'One of these records was already merged into another record.',
    })
  })

  test('a record that changed since the two were compared is refused (PAT-4)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const { kept, merged } = await twoRecords(ward)
    const [first, second] = (await admin.get(patientAddress(kept.id, `/duplicates/${merged.id}`))).json().records
    await admin.patch(patientAddress(merged.id), { phoneNumber: '07700 900999' })

    const answer = await admin.post(patientAddress(kept.id, '/merge'), {
      mergedId: merged.id,
      taken: [],
      reason: 'other',
      note: '',
      updatedAt: { kept: first.patient.updatedAt, merged: second.patient.updatedAt },
    })
    expect(answer.json()).toMatchObject({
      status: 409,
      detail: 'One of the records has changed since you compared them. Compare them again.',
    })
  })

  test('only admins merge, in their own organisation, and only patients whose wards they see (ORG-7, MEM-4, ROLE-2)', async () => {
    const [ward, elsewhere] = [await openOrganisation({ wardAccess: 'assigned' }), await openOrganisation()]
    const [north, south] = [await wardOf(ward, 'North'), await wardOf(ward, 'South')]
    const { kept, merged } = await twoRecords(ward, { wardId: south })
    await ward.query('update patients set ward_id = $2 where id = $1', [kept.id, north])
    const [user, stranger, limited, admin] = [
      await ward.staff('User'),
      await elsewhere.staff('Admin'),
      await ward.staff('Forms OrgAdmin'),
      await ward.staff('Admin'),
    ]
    await ward.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [ward.id, limited.id, north])
    const body = {
      mergedId: merged.id,
      taken: [],
      reason: 'other',
      note: '',
      updatedAt: { kept: '2026-01-01T00:00:00Z', merged: '2026-01-01T00:00:00Z' },
    }

    for (const [member, status] of [
      [user, 401],
      [stranger, 404],
      [limited, 404],
    ] as const) {
      expect((await member.get(patientAddress(kept.id, `/duplicates/${merged.id}`))).statusCode).toBe(status)
      expect((await member.post(patientAddress(kept.id, '/merge'), body)).statusCode).toBe(status)
    }
    expect((await limited.get(patientAddress(kept.id, '/duplicates'))).json()).toEqual([])
    await expect(
      ward.query("select set_config('app.organisation_id', $1, false), set_config('app.member_id', $2, false), move_record($3, $4, null)", [
        ward.id,
        limited.id,
        merged.id,
        kept.id,
      ]),
    ).rejects.toMatchObject({ code: '42501' })
    expect((await mergeInto(admin, kept.id, merged.id)).statusCode).toBe(200)
  })
})

describe('Two people who work at the same moment', () => {
  test('of two merges of the same two records, in either direction, one is done (PAT-4, SAFE-4)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const { kept, merged } = await twoRecords(ward)
    const answers = await Promise.all([mergeInto(admin, kept.id, merged.id), mergeInto(admin, merged.id, kept.id)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(
      await ward.query('select count(*)::int as n from patients where organisation_id = $1 and merged_into_id is not null', [ward.id]),
    ).toEqual([{ n: 1 }])
  })

  test('a form that is being sent to the record is finished first and moves, and one that comes after is refused (PAT-4, SAFE-4)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const { kept, merged } = await twoRecords(ward)
    const formId = (await aForm(ward)).id
    const { steps, paused, commit } = pausedBeforeCommit(stepsOf(ward), async ({ tx }) => {
      await tx
        .insertInto('form_requests')
        .values({
          id: randomUUID(),
          patient_id: merged.id,
          form_id: formId,
          form_version: 1,
          notification_method: 'sms',
          expires_at: '2030-01-01T00:00:00Z',
          patient_name_key: 'hopper grace',
        })
        .execute()
    })
    const sending = steps.step((ctx) => findPatients(ctx, [merged.id], { areHeld: true }))
    await paused
    const merging = mergeInto(admin, kept.id, merged.id)
    await untilWaiting(ward, 1)
    commit()

    await sending
    expect((await merging).statusCode).toBe(200)
    expect(await ward.query('select patient_id as id from form_requests where organisation_id = $1', [ward.id])).toEqual([{ id: kept.id }])
  })

  test('a form of a series that a user sends while its patient is merged is refused, and sent to the kept record at the next try (PAT-4, REQ-10, SAFE-4)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const { kept, merged } = await twoRecords(ward)
    const series = await aSeries(ward)
    await series.staff.post(`${series.path}/enrolment`, { enrolments: [{ patientId: merged.id, startsOn: inDays(0) }] })
    const [occasion] = await ward.query('select id from series_occasions where series_id = $1 order by day limit 1', [series.id])
    const [first, second] = (await admin.get(patientAddress(kept.id, `/duplicates/${merged.id}`))).json().records
    const body = {
      mergedId: merged.id,
      taken: [],
      reason: 'registered_twice' as const,
      note: '',
      updatedAt: { kept: first.patient.updatedAt, merged: second.patient.updatedAt },
    }
    const { steps, paused, commit } = pausedBeforeCommit(stepsOf(ward))
    const merging = steps.step((ctx) => mergePatients({ ...ctx, actor: { ...ctx.actor, kind: 'member', id: admin.id } }, kept.id, body))
    await paused
    const send = () => series.staff.post(`${series.path}/occasion/send`, { occasions: [occasion!['id']] })
    const sending = send()
    await untilWaiting(ward, 1)
    commit()
    await merging

    expect((await sending).json()).toMatchObject({
      results: [{ done: false, reason: 'The record of this patient has just been merged. Try again.' }],
    })
    expect((await send()).json()).toMatchObject({ results: [{ done: true }] })
    expect(await ward.query('select patient_id as id from form_requests where organisation_id = $1', [ward.id])).toEqual([{ id: kept.id }])
  })

  test('answers that are sent while the patient is merged are stored once, with the kept record (PAT-4, SAFE-4)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const kept = await aPatient(ward, { firstName: 'Samira', lastName: 'Okafor', dateOfBirth: '1984-03-15' })
    const merged = await sendFormToPatient(ward, { definition: moodForm })
    await withoutNumber(ward, merged.patientId)
    const phone = await openPhone()
    const second = await phone.fillIn(await phone.open(merged.link), { interest: 'often' })
    const check = await phone.fillIn(await phone.fillIn(second, { down: 'always' }), { harm: 'always' })

    const [, sent] = await Promise.all([mergeInto(admin, kept.id, merged.patientId), phone.fillIn(check, {})])
    // Of two that wait for each other the database gives up one, which is then tried again.
    const again = sent.statusCode === 503 ? await phone.fillIn(check, {}) : sent
    // A merge ends what the patient has open. Merged first: the date of birth is entered again. Merged between
    // the answers and the page that thanks for them: the link tells that they were sent.
    if (again.address === merged.link && !again.body.includes('You have already sent this form'))
      await phone.fillIn(await phone.open(merged.link), {})
    if ((await patientOf(admin, merged.patientId))['mergedIntoId'] === null) await mergeInto(admin, kept.id, merged.patientId)

    expect(
      await ward.query(
        `select r.status, c.patient_id as id from submissions s join form_requests r on r.id = s.request_id
         join submission_scores c on c.request_id = r.id where s.organisation_id = $1`,
        [ward.id],
      ),
    ).toEqual([{ status: 'completed', id: kept.id }])
    expect(await patientOf(admin, kept.id)).toMatchObject({ submitted: true })
  })

  test('a form request that is opened while its patient is merged keeps its answers (PAT-4, SAFE-4)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const [kept, merged] = [
      await aPatient(ward, { firstName: 'Samira', lastName: 'Okafor', dateOfBirth: '1984-03-15' }),
      await sendFormToPatient(ward, { definition: moodForm }),
    ]
    await withoutNumber(ward, merged.patientId)
    await aRequest(ward, { patientId: merged.patientId })
    const phone = await openPhone()
    const page = await phone.open(merged.link)

    const [answer, second] = await Promise.all([mergeInto(admin, kept.id, merged.patientId), phone.fillIn(page, { interest: 'often' })])
    // Merged first: the patient enters the date of birth again.
    if (second.address === merged.link) await phone.fillIn(await phone.open(merged.link), { interest: 'often' })

    expect([answer.statusCode, second.statusCode]).toEqual([200, 200])
    expect(
      await ward.query(
        'select d.answers, r.patient_id as id from answer_drafts d join form_requests r on r.id = d.request_id where r.organisation_id = $1',
        [ward.id],
      ),
    ).toMatchObject([{ id: kept.id, answers: { interest: 'often' } }])
  })
})
