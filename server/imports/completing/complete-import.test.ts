import { describe, expect, test } from 'vitest'

import type { ImportJob, ImportRowVerdict } from '#contract/imports.ts'
import { autoCloseRequests } from '#server/requests/requests.ts'
import { archivePatient, updatePatient } from '#server/patients/patients.ts'
import { goodRow, importFile, imports, untilStatus, uploadAndCheck, type FileRow } from '#test/import-file.ts'
import { next, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'
import { dyingAfter, pausedBeforeCommit, stepsOf, untilWaiting } from '#test/worker-steps.ts'

import { runImport } from './complete-import.job.ts'

/** A checked import, ready to be completed. */
async function checked(ward: TestOrganisation, rows: FileRow[]) {
  const ada = await ward.staff()
  await ward.startWorkers()
  return { ada, job: await uploadAndCheck<ImportJob>(ada, await importFile(rows)) }
}

const requestsOf = (ward: TestOrganisation) =>
  ward.query(
    `select r.*, p.nhs_number, p.first_name, p.phone_number, (select count(*)::int from notifications n where n.request_id = r.id) as messages
     from form_requests r join patients p on p.id = r.patient_id where r.organisation_id = $1 order by r.pathway_id`,
    [ward.id],
  )

describe('POST /request/import/:id', () => {
  test('completing creates patients, form requests and messages, shows its progress, and leaves rows with errors out (IMP-5)', async () => {
    const ward = await openOrganisation()
    const [check, survey] = [await aForm(ward), await aForm(ward)]
    const known = await aPatient(ward, { phoneNumber: null, lastName: 'Khan', firstName: 'Amira' })
    const twoForms = goodRow(check.title, { pathwayId: 'B', location: 'Outpatients', event: 'First appointment' })
    const { ada, job } = await checked(ward, [
      goodRow(check.title, { nhsNumber: known.nhsNumber, lastName: 'Khan', pathwayId: 'A' }),
      twoForms,
      { ...twoForms, form: survey.id, pathwayId: 'C', method: 'Email' },
      goodRow('nothing'),
    ])

    const started = await ada.post(`${imports}/${job.id}`, {})

    expect(started.json()).toMatchObject({ status: 'importing', newRows: 3, errorRows: 1 })
    const done = await untilStatus<ImportJob>(ada, job.id, ['completed'])
    expect(done).toMatchObject({ importedRows: 3, newRows: 3, errorRows: 1, completedAt: expect.any(String) })
    expect(await requestsOf(ward)).toMatchObject([
      { pathway_id: 'A', patient_id: known.id, form_id: check.id, phone_number: '+447700900123', messages: 1, created_by: ada.id },
      { pathway_id: 'B', form_id: check.id, location: 'Outpatients', event: 'First appointment', notification_method: 'sms', messages: 1 },
      { pathway_id: 'C', form_id: survey.id, notification_method: 'email', messages: 1, import_job_id: job.id },
    ])
    expect(await ward.query('select id from patients where organisation_id = $1', [ward.id])).toHaveLength(2)
    const { docs } = (await ada.get(`${imports}/${job.id}/rows`)).json<{ docs: ImportRowVerdict[] }>()
    expect(docs.map(({ requestId }) => requestId !== null)).toEqual([true, true, true, false])
    const events = (await ward.auditTrail()).map(({ event_type }) => event_type)
    expect(events).toEqual(expect.arrayContaining(['formRequestUploaded', 'formRequestImported', 'patientCreated', 'patientUpdated']))
  })

  test(
    'an import that is completed twice at once, and run by two workers at once, is done once (IMP-5, SAFE-1)',
    { timeout: 60_000 },
    async () => {
      const ward = await openOrganisation()
      const { title } = await aForm(ward)
      const { ada, job } = await checked(
        ward,
        Array.from({ length: 703 }, () => goodRow(title, { lastName: `Row${next()}` })),
      )

      const pressed = await Promise.all([1, 2, 3].map(() => ada.post(`${imports}/${job.id}`, {})))
      await Promise.all([runImport(stepsOf(ward), { jobId: job.id }), runImport(stepsOf(ward), { jobId: job.id })])

      expect(pressed.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
      expect(await untilStatus<ImportJob>(ada, job.id, ['completed'])).toMatchObject({ importedRows: 703 })
      expect((await ada.post(`${imports}/${job.id}`, {})).json()).toMatchObject({ status: 'completed', importedRows: 703 })
      const [counted] = await ward.query(
        `select (select count(*)::int from form_requests where organisation_id = $1) as requests, (select count(*)::int from patients where organisation_id = $1) as patients,
       (select count(*)::int from notifications where organisation_id = $1) as messages`,
        [ward.id],
      )
      expect(counted).toEqual({ requests: 703, patients: 703, messages: 703 })
      expect((await ward.auditTrail()).filter(({ event_type }) => event_type === 'formRequestImported')).toHaveLength(1)
    },
  )

  test('an import that is killed between two steps continues where it was (SAFE-1)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)
    const { ada, job } = await checked(
      ward,
      Array.from({ length: 700 }, () => goodRow(title)),
    )
    await ward.query("update import_jobs set status = 'importing' where id = $1", [job.id])
    const steps = stepsOf(ward)

    await expect(runImport(dyingAfter(1, steps), { jobId: job.id })).rejects.toThrow('killed')
    expect(await untilStatus<ImportJob>(ada, job.id, ['importing'])).toMatchObject({ importedRows: 500 })
    await runImport(steps, { jobId: job.id })

    expect(await untilStatus<ImportJob>(ada, job.id, ['completed'])).toMatchObject({ importedRows: 700 })
    expect(await requestsOf(ward)).toHaveLength(700)
  })

  test('an import or an undo that has stopped continues at once on demand (IMP-5, IMP-7, SAFE-4)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)
    const { ada, job } = await checked(ward, [goodRow(title)])
    // As it stands when the last try has failed: nothing is in the queue.
    await ward.query("update import_jobs set status = 'failed', refusal = 'It stopped.' where id = $1", [job.id])

    expect((await ada.post(`${imports}/${job.id}`, {})).json()).toMatchObject({ status: 'importing', refusal: '' })
    expect(await untilStatus<ImportJob>(ada, job.id, ['completed'])).toMatchObject({ importedRows: 1 })

    await ward.query("update import_jobs set status = 'reverting', done_until = 0, refusal = 'It stopped.' where id = $1", [job.id])
    expect((await ada.post(`${imports}/${job.id}/revert`, {})).json()).toMatchObject({ status: 'reverting', refusal: '' })
    expect(await untilStatus<ImportJob>(ada, job.id, ['reverted'])).toMatchObject({ reverted: { undone: 1 } })
  })

  test('a row that repeats another is left out unless the member decides to send it (IMP-5, IMP-7)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)
    const row = goodRow(title)
    const { ada, job } = await checked(ward, [row, row, { ...row, lastName: 'Elsewhere' }])
    expect(job).toMatchObject({ warnings: { repeated: 2, identity: 1, differs: 0 }, plan: { send: 1, skip: 2, replace: 0 } })

    const decided = await ada.patch(`${imports}/${job.id}/rows`, { rowNumbers: [3], choice: 'send' })

    expect(decided.json()).toMatchObject({ plan: { send: 2, skip: 1, replace: 0 } })
    expect((await ada.patch(`${imports}/${job.id}/rows`, { rowNumbers: [4], choice: 'replace' })).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'choice', message: 'Row 4 has no open form request to replace.' }],
    })
    await ada.post(`${imports}/${job.id}`, {})
    const done = await untilStatus<ImportJob>(ada, job.id, ['completed'])
    expect(done).toMatchObject({ importedRows: 2, skippedRows: 1, replacedRows: 0, createdPatients: 1 })
    expect((await ada.get(`${imports}/${job.id}/rows?filters[outcome]=skipped`)).json()).toMatchObject({
      docs: [{ rowNumber: 4 }],
      totalDocs: 1,
    })
    expect(await requestsOf(ward)).toHaveLength(2)
    expect((await ada.patch(`${imports}/${job.id}`, { choices: { repeated: 'send' } })).statusCode).toBe(409)
  })

  test('with every row left out there is nothing to import (IMP-5)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)
    const patient = await aPatient(ward)
    const form = await aForm(ward, `${title} again`)
    await aRequest(ward, { patientId: patient.id, formId: form.id })
    const { ada, job } = await checked(ward, [goodRow(form.title, { nhsNumber: patient.nhsNumber, lastName: 'Hopper' })])

    expect((await ada.post(`${imports}/${job.id}`, {})).json()).toMatchObject({
      status: 409,
      detail: 'There are no rows to import. Every row of the file will be skipped.',
    })
  })

  test('a row that has become invalid since the check is left out, with the reason (IMP-5)', async () => {
    const ward = await openOrganisation()
    const [form, gone] = [await aForm(ward), await aForm(ward)]
    const patient = await aPatient(ward, { firstName: 'Amira', lastName: 'Khan' })
    const { ada, job } = await checked(ward, [
      goodRow(form.title),
      goodRow(gone.title),
      goodRow(form.title, { nhsNumber: patient.nhsNumber, lastName: 'Khan' }),
    ])
    await ward.query('update forms set archived_at = now() where id = $1', [gone.id])
    await ward.query('update patients set archived_at = now() where id = $1', [patient.id])

    await ada.post(`${imports}/${job.id}`, {})

    expect(await untilStatus<ImportJob>(ada, job.id, ['completed'])).toMatchObject({ importedRows: 1, newRows: 1, errorRows: 2 })
    const { docs } = (await ada.get(`${imports}/${job.id}/rows?filters[verdict]=error`)).json<{ docs: ImportRowVerdict[] }>()
    expect(docs.map(({ problems }) => problems[0]?.message)).toEqual([
      'This form was archived before the row was imported.',
      'This patient is archived.',
    ])
  })

  test('an import is not completed when a decision has changed since it was reviewed, also when the numbers are the same (IMP-5, IMP-7)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)
    const twice = goodRow(title)
    const { ada, job } = await checked(ward, [twice, twice, twice])
    const decide = (row: number, choice: string) => ada.patch(`${imports}/${job.id}/rows`, { rowNumbers: [row], choice })
    const reviewed = (await decide(3, 'send')).json<ImportJob>()
    await decide(3, 'skip')
    const present = (await decide(4, 'send')).json<ImportJob>()
    expect(present.plan).toEqual(reviewed.plan)

    const refused = await ada.post(`${imports}/${job.id}`, { reviewed: reviewed.decisionChanges })

    expect(refused.json()).toMatchObject({
      status: 409,
      code: 'changed_since_review',
      detail: 'The decisions for this import have changed since you reviewed them. Check the numbers again, then confirm.',
    })
    expect((await ada.get(`${imports}?id=${job.id}`)).json()).toMatchObject({ status: 'checked' })
    const started = await ada.post(`${imports}/${job.id}`, { reviewed: present.decisionChanges })
    expect(started.json()).toMatchObject({ status: 'importing' })
  })

  test('an import is not completed while it is being checked (IMP-5)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    await ward.query("insert into import_jobs (organisation_id, status) values ($1, 'checking')", [ward.id])
    const [{ id } = {}] = await ward.query('select id from import_jobs where organisation_id = $1', [ward.id])

    const refused = await ada.post(`${imports}/${String(id)}`, {})

    expect(refused.json()).toMatchObject({
      status: 409,
      detail: 'The file is still being checked. Wait until every row has been checked.',
    })
  })

  test('patients who are archived or moved to another ward at the same time are imported in their new state (IMP-5, PAT-2, MEM-4)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)
    const khan = { firstName: 'Amira', lastName: 'Khan' }
    const [leaving, moving] = [await aPatient(ward, khan), await aPatient(ward, khan)]
    const [{ id: wardId } = {}] = await ward.query("insert into wards (organisation_id, name) values ($1, '4B') returning id", [ward.id])
    const rows = [leaving, moving].map(({ nhsNumber }) => goodRow(title, { nhsNumber, lastName: 'Khan' }))
    const { ada, job } = await checked(ward, rows)
    await ward.query("update import_jobs set status = 'importing' where id = $1", [job.id])
    const { steps, paused, commit } = pausedBeforeCommit(stepsOf(ward))

    const changing = steps.step(async (ctx) => {
      await archivePatient(ctx, leaving.id, autoCloseRequests)
      await updatePatient(ctx, moving.id, { wardId: String(wardId) }, autoCloseRequests)
    })
    await paused
    const importing = runImport(stepsOf(ward), { jobId: job.id })
    await Promise.race([importing, untilWaiting(ward, 1)])
    commit()
    await Promise.all([changing, importing])

    expect(await untilStatus<ImportJob>(ada, job.id, ['completed'])).toMatchObject({ importedRows: 1, errorRows: 1 })
    expect(await ward.query('select patient_id, ward_id from form_requests where organisation_id = $1', [ward.id])).toEqual([
      { patient_id: moving.id, ward_id: wardId },
    ])
  })

  test('an import stops sending when its member loses the permission (IMP-5, ROLE-4)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)
    const { ada, job } = await checked(ward, [goodRow(title), goodRow(title)])
    const ben = await ward.staff()
    await ward.query("update import_jobs set status = 'importing', completed_by = $2 where id = $1", [job.id, ada.id])
    await ward.query('update members set is_active = false where id = $1', [ada.id])

    await runImport(stepsOf(ward), { jobId: job.id })

    expect(await untilStatus<ImportJob>(ben, job.id, ['completed'])).toMatchObject({
      importedRows: 0,
      errorRows: 2,
      problems: [{ words: 'The user who started the import no longer has permission', rows: 2 }],
    })
    expect(await ward.query('select id from notifications where organisation_id = $1', [ward.id])).toEqual([])
  })
})
