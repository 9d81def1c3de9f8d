import readExcelFile from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'

import type { ImportJob, ImportRowVerdict } from '#contract/imports.ts'
import { importColumnKeys, importNotes } from '#domain/imports/template.ts'
import { actOnRequest } from '#server/requests/requests.ts'
import { sendForm } from '#server/requests/send-form.ts'
import { goodRow, importFile, imports, untilStatus, uploadAndCheck, type FileRow } from '#test/import-file.ts'
import { eventually, nextNhsNumber, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'
import { dyingAfter, pausedBeforeCommit, stepsOf, untilWaiting } from '#test/worker-steps.ts'

import { runImport } from './completing/complete-import.job.ts'
import { runRevert } from './undoing/revert-import.job.ts'

async function checked(ward: TestOrganisation, rows: FileRow[]) {
  const ada = await ward.staff()
  await ward.startWorkers()
  return { ada, job: await uploadAndCheck<ImportJob>(ada, await importFile(rows)) }
}

type Reader = Awaited<ReturnType<typeof checked>>['ada']
const rowsOf = async (ada: Reader, id: string, query = '') =>
  (await ada.get(`${imports}/${id}/rows?limit=100&${query}`)).json<{ docs: ImportRowVerdict[]; totalDocs: number }>()

const known = { firstName: 'Amira', lastName: 'Khan' }

/** A patient who is asked already, with the message still waiting to go out. */
async function asked(ward: TestOrganisation, formId: string, seed: Parameters<typeof aRequest>[1] = {}) {
  const patient = await aPatient(ward, known)
  const request = await aRequest(ward, { patientId: patient.id, formId, pathwayId: 'P1', ...seed })
  await ward.query(
    "insert into notifications (organisation_id, request_id, category, method, send_after) values ($1, $2, 'request_created', 'sms', now() + interval '1 day')",
    [ward.id, request.id],
  )
  return { row: (form: string) => goodRow(form, { ...known, nhsNumber: patient.nhsNumber, pathwayId: 'P1' }), request, patient }
}

describe('Duplicates in an import, and undoing it', () => {
  test('of rows whose form is already open, one is left out, one replaces it and one is sent anyway; one that a colleague has taken over is not replaced (IMP-7)', async () => {
    const ward = await openOrganisation()
    const [{ id: formId, title }, ben] = [await aForm(ward), await ward.staff()]
    const [skipped, replaced, doubled] = [
      await asked(ward, formId),
      await asked(ward, formId, { status: 'opened' }),
      await asked(ward, formId),
    ]
    const taken = await asked(ward, formId, { assigneeId: ben.id })
    const all = [skipped, replaced, doubled, taken]
    const { ada, job } = await checked(
      ward,
      all.map(({ row }) => row(title)),
    )
    expect(job).toMatchObject({ warnings: { already_open: 4 }, plan: { send: 0, replace: 0, skip: 4 } })

    await ada.patch(`${imports}/${job.id}`, { choices: { already_open: 'replace' } })
    await ada.patch(`${imports}/${job.id}/rows`, { rowNumbers: [2], choice: 'skip' })
    const decided = await ada.patch(`${imports}/${job.id}/rows`, { rowNumbers: [4], choice: 'send' })
    expect(decided.json()).toMatchObject({ plan: { send: 1, replace: 2, skip: 1 } })
    await ada.post(`${imports}/${job.id}`, {})

    const done = await untilStatus<ImportJob>(ada, job.id, ['completed'])
    expect(done).toMatchObject({ importedRows: 2, replacedRows: 1, skippedRows: 2, createdPatients: 0 })
    const { docs } = await rowsOf(ada, job.id)
    expect(docs.map(({ outcome, replacedIds }) => [outcome, replacedIds])).toEqual([
      ['skipped', []],
      ['replaced', [replaced.request.id]],
      ['sent', []],
      ['skipped', []],
    ])
    expect(docs[3]?.problems.map(({ code }) => code)).toEqual(['already_open', 'taken'])
    const states = await ward.query(
      `select r.status, n.status as message, n.reason from form_requests r join notifications n on n.request_id = r.id
     where r.organisation_id = $1 and r.import_job_id is null order by array_position($2::uuid[], r.id)`,
      [ward.id, all.map(({ request }) => request.id)],
    )
    expect(states).toMatchObject([
      { status: 'unopened', message: 'queued' },
      { status: 'closed', message: 'cancelled', reason: 'A new form request replaced this one.' },
      { status: 'unopened', message: 'queued' },
      { status: 'unopened', message: 'queued' },
    ])
    expect((await ward.auditTrail()).filter(({ event_type }) => event_type === 'formRequestClosed')).toMatchObject([
      { actor_id: ada.id, subject_id: replaced.request.id, patient_id: replaced.patient.id },
    ])
    expect((await ward.auditTrail()).filter(({ event_type }) => event_type === 'importDecided')).toHaveLength(3)
  })

  test('a request that the patient has opened or answered since the check is not replaced, and the row says so (IMP-7)', async () => {
    const ward = await openOrganisation()
    const { id: formId, title } = await aForm(ward)
    const [opened, answered, closed] = [
      await asked(ward, formId),
      await asked(ward, formId, { status: 'opened' }),
      await asked(ward, formId),
    ]
    const { ada, job } = await checked(
      ward,
      [opened, answered, closed].map(({ row }) => row(title)),
    )
    await ada.patch(`${imports}/${job.id}`, { choices: { already_open: 'replace' } })
    await ward.query("update form_requests set status = 'opened', opened_at = now() where id = $1", [opened.request.id])
    await ward.query("update form_requests set status = 'completed', completed_at = now() where id = $1", [answered.request.id])
    await ward.query("update form_requests set status = 'closed', closed_at = now() where id = $1", [closed.request.id])

    await ada.post(`${imports}/${job.id}`, {})

    expect(await untilStatus<ImportJob>(ada, job.id, ['completed'])).toMatchObject({ importedRows: 1, skippedRows: 2, replacedRows: 0 })
    const { docs } = await rowsOf(ada, job.id)
    expect(docs.map(({ outcome, problems }) => [outcome, problems.map(({ code }) => code)])).toEqual([
      ['skipped', ['already_open', 'opened_since']],
      ['skipped', ['already_open', 'answered_since']],
      ['sent', ['already_open']],
    ])
    const states = await ward.query('select status from form_requests where id = any($1) order by array_position($1::uuid[], id)', [
      [opened.request.id, answered.request.id],
    ])
    expect(states).toEqual([{ status: 'opened' }, { status: 'completed' }])
  })

  test('a request that is opened between the check and the import counts as open (IMP-7)', async () => {
    const ward = await openOrganisation()
    const { id: formId, title } = await aForm(ward)
    const patient = await aPatient(ward, known)
    const { ada, job } = await checked(ward, [goodRow(title, { ...known, nhsNumber: patient.nhsNumber }), goodRow(title)])
    expect(job).toMatchObject({ newRows: 2, plan: { send: 2 } })
    await aRequest(ward, { patientId: patient.id, formId })

    await ada.post(`${imports}/${job.id}`, {})

    expect(await untilStatus<ImportJob>(ada, job.id, ['completed'])).toMatchObject({ importedRows: 1, skippedRows: 1 })
    expect((await rowsOf(ada, job.id, 'filters[outcome]=skipped')).docs).toMatchObject([
      { rowNumber: 2, problems: [{ code: 'already_open' }], patientId: patient.id },
    ])
    expect((await rowsOf(ada, job.id, 'filters[problem]=form%20already_open')).totalDocs).toBe(1)
  })

  test('the corrected file has the same rows with their errors next to them, and can be imported (IMP-7)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)
    const twice = goodRow(title, { localPatientId: '00012', event: '=1+1', nhsNumber: nextNhsNumber() })
    const { ada, job } = await checked(ward, [
      twice,
      twice,
      goodRow(title, { dateOfBirth: '31/02/1961', phone: '0123', localPatientId: new Date('2026-01-02T00:00:00Z') }),
      goodRow(title, { dateOfBirth: 22_349, town: '#REF!' }),
    ])
    const file = async (rows: string) => (await ada.get(`${imports}/${job.id}/file?rows=${rows}`)).rawPayload

    const [sheet] = await readExcelFile(await file('all'))
    const [header, ...rows] = sheet!.data
    expect(header?.slice(importColumnKeys.length)).toEqual([...importNotes])
    const of = (nth: number, key: (typeof importColumnKeys)[number]) => rows[nth]?.[importColumnKeys.indexOf(key)]
    expect([of(0, 'localPatientId'), of(0, 'event'), of(2, 'dateOfBirth'), of(2, 'phone')]).toEqual(['00012', '=1+1', '31/02/1961', '0123'])
    expect(of(0, 'dateOfBirth')).toEqual(new Date('1961-03-09T00:00:00Z'))
    expect(rows.map((row) => row.slice(importColumnKeys.length))).toMatchObject([
      [expect.anything(), null, null, null],
      ['3', null, expect.stringContaining('Row 2 already has the same patient'), null],
      ['4', expect.stringMatching(/^Local patient ID holds .*\nDate of birth must .*\nPhone must /), null, null],
      ['5', 'Town holds a formula that failed.', null, null],
    ])

    const again = await uploadAndCheck<ImportJob>(ada, await file('all'))
    expect(again).toMatchObject({ status: 'checked', totalRows: 4, newRows: job.newRows, warningRows: 1, errorRows: 2 })
    const [before, after] = [await rowsOf(ada, job.id), await rowsOf(ada, again.id)]
    const columnsOf = ({ docs }: typeof before) => docs.map(({ verdict, problems }) => [verdict, ...problems.map(({ column }) => column)])
    expect(columnsOf(after)).toEqual(columnsOf(before))
    expect(await uploadAndCheck<ImportJob>(ada, await file('error'))).toMatchObject({ totalRows: 2, errorRows: 2 })
    expect((await ada.get(`${imports}/${job.id}/file?rows=some`)).statusCode).toBe(400)
    expect((await ward.auditTrail()).filter(({ event_type }) => event_type === 'importRowsDownloaded')).toHaveLength(3)
  })

  test('an import is undone once: unopened requests are closed and their messages cancelled, new patients are archived, and the rest is listed with the reason (IMP-7)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)
    const [ben, people] = [await ward.staff(), Array.from({ length: 6 }, () => goodRow(title))]
    const { ada, job } = await checked(ward, people)
    expect((await ada.post(`${imports}/${job.id}/revert`, {})).json()).toMatchObject({ status: 409 })
    await ada.post(`${imports}/${job.id}`, {})
    await untilStatus<ImportJob>(ada, job.id, ['completed'])
    const ids = (await rowsOf(ada, job.id)).docs.map(({ requestId }) => requestId)
    const change = (what: string, id: unknown, ...more: unknown[]) =>
      ward.query(`update form_requests set ${what} where id = $1`, [id, ...more])
    const waiting = () => ward.query("select id from notifications where organisation_id = $1 and status = 'queued'", [ward.id])
    await eventually(async () => (await waiting()).length === 0)
    await ward.query("update notifications set status = 'queued', attempts = 0 where organisation_id = $1", [ward.id])
    await ward.query("update notifications set status = 'sent' where request_id = $1", [ids[1]])
    await change("status = 'opened', opened_at = now()", ids[2])
    await change("status = 'completed', completed_at = now()", ids[3])
    await change('assignee_id = $2', ids[4], ben.id)
    await ward.query("update patients set town = 'Elsewhere' where id = (select patient_id from form_requests where id = $1)", [ids[5]])

    const pressed = await Promise.all([1, 2].map(() => ada.post(`${imports}/${job.id}/revert`, {})))
    expect(pressed.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const undone = await untilStatus<ImportJob>(ada, job.id, ['reverted'])

    expect(undone).toMatchObject({
      reverted: { undone: 2, undone_message_out: 1, opened: 1, completed: 1, ended: 0, taken: 1 },
      createdPatients: 6,
      archivedPatients: 2,
      revertedAt: expect.any(String),
    })
    const { docs } = await rowsOf(ada, job.id)
    expect(docs.map(({ reverted, isPatientArchived }) => [reverted, isPatientArchived])).toEqual([
      ['undone', true],
      ['undone_message_out', true],
      ['opened', false],
      ['completed', false],
      ['taken', false],
      ['undone', false],
    ])
    expect((await rowsOf(ada, job.id, 'filters[reverted]=opened')).docs).toMatchObject([{ rowNumber: 4 }])
    const states = await ward.query(
      `select r.status, n.status as message from form_requests r join notifications n on n.request_id = r.id
     where r.organisation_id = $1 order by array_position($2::uuid[], r.id)`,
      [ward.id, ids],
    )
    expect(states.map(({ status, message }) => `${String(status)} ${String(message)}`)).toEqual([
      'sent_in_error cancelled',
      'sent_in_error sent',
      'opened queued',
      'completed queued',
      'unopened queued',
      'sent_in_error cancelled',
    ])
    const [sheet] = await readExcelFile((await ada.get(`${imports}/${job.id}/file?rows=not_undone`)).rawPayload)
    expect(sheet?.data.slice(1).map((row) => row.at(-1))).toEqual([
      'Not undone: the patient has opened it.',
      'Not undone: the patient has answered it.',
      'Not undone: a colleague has taken it over.',
    ])
    const trail = (await ward.auditTrail()).filter(({ event_type }) => /Revert|SentInError|patientDeleted/.test(event_type))
    expect(Object.groupBy(trail, ({ event_type }) => event_type)).toMatchObject({
      importReverted: [{ actor_id: ada.id, subject_id: job.id }],
      formRequestMarkedSentInError: [{ actor_id: ada.id }, {}, {}],
      patientDeleted: [{}, {}],
      importRevertEnded: [{ detail: { undone: 3, left: 3, archivedPatients: 2 } }],
    })
  })

  test('after an undo the corrected file is imported as if for the first time, and undone again; patients whom a member archived stay archived (IMP-7, PAT-4)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)
    const people = Array.from({ length: 3 }, () => goodRow(title, { lastName: 'Hkan' }))
    const { ada, job } = await checked(ward, people)
    const complete = async (id: string) => {
      await ada.post(`${imports}/${id}`, {})
      return untilStatus<ImportJob>(ada, id, ['completed'])
    }
    const undo = async (id: string) => {
      await ada.post(`${imports}/${id}/revert`, {})
      return untilStatus<ImportJob>(ada, id, ['reverted'])
    }
    await complete(job.id)
    expect(await undo(job.id)).toMatchObject({ createdPatients: 3, archivedPatients: 3 })
    const { docs } = await rowsOf(ada, job.id)
    const [first, , third] = docs.map(({ patientId }) => String(patientId))
    await ward.query('update patients set archived_at = now() where id = $1', [third])

    const again = await uploadAndCheck<ImportJob>(
      ada,
      await importFile(people.map((row) => ({ ...row, lastName: 'Khan', town: 'Exampleton' }))),
    )
    expect(again).toMatchObject({ newRows: 2, warningRows: 0, errorRows: 1 })
    expect(await complete(again.id)).toMatchObject({ importedRows: 2, createdPatients: 2 })

    const states = () =>
      ward.query('select last_name, town, is_archived from patients where organisation_id = $1 order by id = $2 desc, is_archived', [
        ward.id,
        first,
      ])
    expect(await states()).toMatchObject([
      { last_name: 'Khan', town: 'Exampleton', is_archived: false },
      { last_name: 'Khan', is_archived: false },
      { last_name: 'Hkan', is_archived: true },
    ])
    expect((await ward.auditTrail()).filter(({ event_type }) => event_type === 'patientRestored')).toHaveLength(2)
    expect(await undo(again.id)).toMatchObject({ reverted: { undone_message_out: expect.any(Number) }, archivedPatients: 2 })
  })

  test(
    'an undo that is killed between two steps continues where it was, and two workers undo nothing twice (SAFE-1, IMP-7)',
    { timeout: 180_000 },
    async () => {
      const ward = await openOrganisation()
      const { title } = await aForm(ward)
      const { ada, job } = await checked(
        ward,
        Array.from({ length: 530 }, () => goodRow(title)),
      )
      await ada.post(`${imports}/${job.id}`, {})
      await untilStatus<ImportJob>(ada, job.id, ['completed'], 120)
      await ward.query("update import_jobs set status = 'reverting', done_until = 0 where id = $1", [job.id])
      const steps = stepsOf(ward)

      await expect(runRevert(dyingAfter(1, steps), { jobId: job.id })).rejects.toThrow('killed')
      const [{ done } = {}] = await ward.query(
        "select tallies #>> '{reverted,undone_message_out}' as done, done_until from import_jobs where id = $1",
        [job.id],
      )
      expect(Number(done)).toBeLessThan(530)
      await Promise.all([runRevert(steps, { jobId: job.id }), runRevert(steps, { jobId: job.id })])

      const { reverted, archivedPatients } = await untilStatus<ImportJob>(ada, job.id, ['reverted'])
      expect([reverted.undone + reverted.undone_message_out, archivedPatients]).toEqual([530, 530])
      const events = await ward.query("select request_id from form_request_events where organisation_id = $1 and kind = 'sent_in_error'", [
        ward.id,
      ])
      expect(events).toHaveLength(530)
    },
  )

  test('a patient of the import who is sent another form meanwhile is not archived by the undo (IMP-7)', async () => {
    const ward = await openOrganisation()
    const form = await aForm(ward)
    const { ada, job } = await checked(ward, [goodRow(form.title)])
    await ward.query("update import_jobs set status = 'importing' where id = $1", [job.id])
    await runImport(stepsOf(ward), { jobId: job.id })
    await ward.query("update import_jobs set status = 'reverting', done_until = 0 where id = $1", [job.id])
    const [{ id: patientId } = {}] = await ward.query('select id from patients where organisation_id = $1', [ward.id])
    const [{ id: requestId } = {}] = await ward.query('select id from form_requests where organisation_id = $1', [ward.id])
    // Patients are held before their requests by everybody, or the two would wait for each other.
    const { steps, paused, commit } = pausedBeforeCommit(stepsOf(ward), (ctx) =>
      actOnRequest(ctx, String(requestId), { kind: 'close', confirmUrgent: false }),
    )
    const details = { specialty: '', pathwayId: '', location: '', event: '' }

    const sending = steps.step((ctx) =>
      sendForm(ctx, { body: { patientIds: [String(patientId)], formId: form.id, method: 'sms', ...details } }),
    )
    await paused
    const undoing = runRevert(stepsOf(ward), { jobId: job.id })
    await Promise.race([undoing, untilWaiting(ward, 1)])
    commit()
    await Promise.all([sending, undoing])

    expect(await untilStatus<ImportJob>(ada, job.id, ['reverted'])).toMatchObject({ reverted: { ended: 1 }, archivedPatients: 0 })
    expect(await ward.query('select is_archived from patients where id = $1', [patientId])).toEqual([{ is_archived: false }])
  })
})
