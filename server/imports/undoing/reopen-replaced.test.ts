import readExcelFile from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'

import type { ImportJob, ImportRowVerdict } from '#contract/imports.ts'
import { goodRow, importFile, imports, untilStatus, uploadAndCheck } from '#test/import-file.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'
import { dyingAfter, stepsOf } from '#test/worker-steps.ts'

import { runImport } from '../completing/complete-import.job.ts'
import { runRevert } from './revert-import.job.ts'

type Member = Awaited<ReturnType<TestOrganisation['staff']>>

const archived = 'This patient is archived. Restore the patient before you reopen the form request.'
const notUndone = 'The form request that replaced this one was not undone.'

/** An import of so many rows, each of which has replaced an open request whose message had not gone out. */
async function replacing(ward: TestOrganisation, count: number) {
  const ada = await ward.staff()
  const { id: formId, title } = await aForm(ward)
  const asked: { row: ReturnType<typeof goodRow>; patientId: string; id: string }[] = []
  for (let nth = 0; nth < count; nth++) {
    const patient = await aPatient(ward, { firstName: 'Amira', lastName: 'Khan' })
    const { id } = await aRequest(ward, { patientId: patient.id, formId })
    asked.push({ row: goodRow(title, { lastName: 'Khan', nhsNumber: patient.nhsNumber }), patientId: patient.id, id })
  }
  await ward.query(
    `insert into notifications (organisation_id, request_id, category, method, send_after)
     select organisation_id, id, 'request_created', 'sms', now() + interval '1 day' from form_requests where organisation_id = $1`,
    [ward.id],
  )
  await ward.startWorkers()
  const job = await uploadAndCheck<ImportJob>(ada, await importFile(asked.map(({ row }) => row)))
  await ada.patch(`${imports}/${job.id}`, { choices: { already_open: 'replace' } })
  return { ada, job, asked }
}

async function complete(ada: Member, id: string) {
  await ada.post(`${imports}/${id}`, {})
  return untilStatus<ImportJob>(ada, id, ['completed'])
}

const rowsOf = async (ada: Member, id: string, query = '') =>
  (await ada.get(`${imports}/${id}/rows?limit=100&${query}`)).json<{ docs: ImportRowVerdict[]; totalDocs: number }>()

const requestsOf = (ward: TestOrganisation, ids: readonly string[]) =>
  ward.query('select status, is_unreached from form_requests where id = any($1) order by array_position($1::uuid[], id)', [ids])

describe('POST /request/import/:id/revert with reopenReplaced', () => {
  test('replaced requests are reopened without a message, and each row says whether it was, or why not (IMP-7, REQ-2)', async () => {
    const ward = await openOrganisation()
    const [ben, { ada, job, asked }] = [await ward.staff('Forms User', { firstName: 'Ben', lastName: 'Ali' }), await replacing(ward, 4)]
    const [, leftOpen, ofArchived, taken] = asked
    expect(await complete(ada, job.id)).toMatchObject({ replacedRequests: 4, reopensReplaced: false })
    const { docs: sent } = await rowsOf(ada, job.id)
    await ward.query("update form_requests set status = 'opened', opened_at = now() where id = $1", [sent[1]!.requestId])
    await ward.query('update patients set archived_at = now() where id = $1', [ofArchived!.patientId])
    await ward.query('update form_requests set assignee_id = $2, assigned_at = now() where id = $1', [taken!.id, ben.id])

    await ada.post(`${imports}/${job.id}/revert`, { reopenReplaced: true })

    expect(await untilStatus<ImportJob>(ada, job.id, ['reverted'])).toMatchObject({
      reopensReplaced: true,
      reopened: { reopened: 1, not_reopened: 3 },
    })
    expect(
      await requestsOf(
        ward,
        asked.map(({ id }) => id),
      ),
    ).toEqual([
      { status: 'unopened', is_unreached: true },
      { status: 'closed', is_unreached: false },
      { status: 'closed', is_unreached: false },
      { status: 'closed', is_unreached: false },
    ])
    const { docs } = await rowsOf(ada, job.id)
    expect(docs.map(({ reopenings }) => reopenings)).toEqual([
      [{ id: asked[0]!.id, refusal: '' }],
      [{ id: leftOpen!.id, refusal: notUndone }],
      [{ id: ofArchived!.id, refusal: archived }],
      [{ id: taken!.id, refusal: expect.stringContaining('someone else has taken control: Ben Ali') }],
    ])
    expect((await rowsOf(ada, job.id, 'filters[reopened]=reopened')).totalDocs).toBe(1)
    expect((await rowsOf(ada, job.id, 'filters[reopened]=not_reopened')).docs.map(({ rowNumber }) => rowNumber)).toEqual([3, 4, 5])
    const [sheet] = await readExcelFile((await ada.get(`${imports}/${job.id}/file?rows=all`)).rawPayload)
    expect(sheet?.data.slice(1, 4).map((row) => String(row.at(-1)).split('\n')[1])).toEqual([
      'The form request that it replaced was reopened.',
      `The form request that it replaced was not reopened. ${notUndone}`,
      `The form request that it replaced was not reopened. ${archived}`,
    ])
    const trail = (await ward.auditTrail()).filter(({ event_type }) => /Reopened|Revert/.test(event_type))
    expect(trail).toMatchObject([
      { event_type: 'importReverted', detail: { reopenReplaced: true } },
      { event_type: 'formRequestReopened', actor_id: ada.id, subject_id: asked[0]!.id, patient_id: asked[0]!.patientId },
      { event_type: 'importRevertEnded', detail: { reopened: 1, notReopened: 3 } },
    ])
    const messages = await ward.query("select id from notifications where organisation_id = $1 and status = 'queued'", [ward.id])
    expect(messages, 'nothing is sent again').toHaveLength(0)
  })

  test('without the option the replaced requests stay closed, and asking for it afterwards is refused with a message (IMP-7)', async () => {
    const ward = await openOrganisation()
    const { ada, job, asked } = await replacing(ward, 1)
    await complete(ada, job.id)
    await ada.post(`${imports}/${job.id}/revert`)
    const undone = await untilStatus<ImportJob>(ada, job.id, ['reverted'])
    const asksLater = await ada.post(`${imports}/${job.id}/revert`, { reopenReplaced: true })

    expect(undone).toMatchObject({ reopensReplaced: false, reopened: { reopened: 0, not_reopened: 0 } })
    expect(await requestsOf(ward, [asked[0]!.id])).toMatchObject([{ status: 'closed' }])
    expect((await rowsOf(ada, job.id)).docs[0]?.reopenings).toEqual([])
    expect(asksLater.statusCode).toBe(409)
    expect(asksLater.json().detail).toContain('without reopening')
    expect((await ada.post(`${imports}/${job.id}/revert`, { reopenReplaced: 'yes' })).statusCode).toBe(400)
  })

  test('a member who may no longer change form requests reopens none (IMP-7, SAFE-2)', async () => {
    const ward = await openOrganisation()
    const { ada, job, asked } = await replacing(ward, 1)
    await complete(ada, job.id)
    await ward.query("update import_jobs set status = 'reverting', done_until = 0, reopened_until = 0, reverted_by = $2 where id = $1", [
      job.id,
      ada.id,
    ])
    await ward.query("update members set role = 'Forms SysAdmin' where id = $1", [ada.id])
    const reader = await ward.staff()

    await runRevert(stepsOf(ward), { jobId: job.id })

    expect((await rowsOf(reader, job.id)).docs[0]?.reopenings[0]?.refusal).not.toBe('')
    expect(await requestsOf(ward, [asked[0]!.id])).toMatchObject([{ status: 'closed' }])
  })

  test(
    'reopening that is killed between two steps continues where it was, and two workers reopen nothing twice (IMP-7, SAFE-1)',
    { timeout: 180_000 },
    async () => {
      const ward = await openOrganisation()
      const { ada, job } = await replacing(ward, 510)
      await ward.query("update import_jobs set status = 'importing' where id = $1", [job.id])
      await runImport(stepsOf(ward), { jobId: job.id })
      await ward.query("update import_jobs set status = 'reverting', done_until = 0, reopened_until = 0, reverted_by = $2 where id = $1", [
        job.id,
        ada.id,
      ])
      const steps = stepsOf(ward)

      // Two steps undo the rows, the third reopens the first 500.
      await expect(runRevert(dyingAfter(3, steps), { jobId: job.id })).rejects.toThrow('killed')
      const [halfway] = await ward.query("select tallies #>> '{reopened,reopened}' as done from import_jobs where id = $1", [job.id])
      await Promise.all([runRevert(steps, { jobId: job.id }), runRevert(steps, { jobId: job.id })])

      expect(halfway).toEqual({ done: '500' })
      expect(await untilStatus<ImportJob>(ada, job.id, ['reverted'])).toMatchObject({ reopened: { reopened: 510, not_reopened: 0 } })
      const events = await ward.query("select request_id from form_request_events where organisation_id = $1 and kind = 'reopened'", [
        ward.id,
      ])
      expect(events).toHaveLength(510)
    },
  )
})
