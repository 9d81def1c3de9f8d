import readExcel from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'

import { addOldEvents, archiveEventsBefore } from '#test/old-audit-events.ts'
import { openOrganisation } from '#test/organisation.ts'
import { aPatient } from '#test/requests.ts'
import { sendMood } from '#test/scored-form.ts'

const before = '2015-01-01'
const logOf = ({ id }: { id: string }) => `/api/tenants/tenant/${id}/logs`

describe('logs of an organisation with archived events (OPS-6, AUD-2, AUD-4)', () => {
  test('every log says from when on it has events, and counts those that it has', async () => {
    const [ward, other] = [await openOrganisation(), await openOrganisation()]
    await addOldEvents(ward)
    const [ada, grace] = [await ward.staff('Admin'), await aPatient(ward)]
    expect((await ada.get(logOf(ward))).json()).toMatchObject({ totalDocs: 13, archivedBefore: null })
    await archiveEventsBefore(ward, before)

    expect((await ada.get(logOf(ward))).json()).toMatchObject({ totalDocs: 4, docs: { length: 4 }, archivedBefore: before })
    expect((await ada.get(`/api/patients/patient/${grace.id}/audit`)).json()).toMatchObject({ totalDocs: 0, archivedBefore: before })
    expect((await ada.get(`/api/tenants/tenant/members/logs/${ada.id}`)).json()).toMatchObject({ totalDocs: 3, archivedBefore: before })
    expect((await (await other.staff('Admin')).get(logOf(other))).json()).toMatchObject({ archivedBefore: null })
    const archived = (await ada.get(`${logOf(ward)}?eventType=auditEventsArchived`)).json().docs[0]
    expect(archived).toMatchObject({
      description: 'Moved old events of the audit log to the archive (11), by a command of the server’s operator',
      by: { name: 'Formward' },
    })
  })

  test('the export and the file for a subject access request say it, too', async () => {
    const ward = await openOrganisation()
    await addOldEvents(ward)
    const [ada, grace] = [await ward.staff('Admin'), await aPatient(ward)]
    const record = async () => {
      const sheets = await readExcel((await ada.get(`/api/patients/patient/${grace.id}/record`)).rawPayload)
      return JSON.stringify(sheets[0]!.data)
    }
    expect(await record()).not.toContain('in the archive')
    expect((await ada.get(`${logOf(ward)}/export?format=csv`)).body).not.toContain('in the archive')
    await archiveEventsBefore(ward, before)

    expect(await record()).toContain('Events before 01-Jan-2015 may be in the archive of the audit log')
    expect((await ada.get(`${logOf(ward)}/export?format=csv`)).body.trimEnd()).toMatch(
      /Events before 01-Jan-2015 may be in the archive and not in this file\.,*$/,
    )
  })

  test('the timeline does not say that nobody read answers of a time whose events are in the archive (PAT-2)', async () => {
    const ward = await openOrganisation()
    await addOldEvents(ward)
    const ada = await ward.staff('User')
    const [old, recent] = [await sendMood(ward), await sendMood(ward)]
    for (const { requestId } of [old, recent]) await ada.patch(`/api/forms/request/${requestId}/close`, { confirmUrgent: true })
    await ward.query("update form_request_events set at = '2012-05-01' where organisation_id = $1 and request_id = $2", [
      ward.id,
      old.requestId,
    ])
    const answersOf = async ({ patientId }: { patientId: string }) => {
      const { docs, archivedBefore } = (await ada.get(`/api/patients/patient/${patientId}/timeline`)).json()
      const { answers } = docs.find(({ event }: { event: string }) => event === 'completed')
      return { firstRead: answers.firstRead, mayBeReadInArchive: answers.mayBeReadInArchive, archivedBefore }
    }
    expect(await answersOf(old)).toEqual({ firstRead: null, mayBeReadInArchive: false, archivedBefore: null })
    await archiveEventsBefore(ward, before)
    const onlyForms = `/api/patients/patient/${old.patientId}/timeline?filters[kind][]=forms`
    expect((await ada.get(onlyForms)).json()).toMatchObject({ archivedBefore: null })

    expect(await answersOf(old)).toEqual({ firstRead: null, mayBeReadInArchive: true, archivedBefore: before })
    expect(await answersOf(recent)).toEqual({ firstRead: null, mayBeReadInArchive: false, archivedBefore: before })
  })

  test('a later reading is not taken for the first one of answers whose time is in the archive (REQ-3)', async () => {
    const ward = await openOrganisation()
    await addOldEvents(ward)
    const ada = await ward.staff('User')
    const [old, recent] = [await sendMood(ward), await sendMood(ward)]
    await ward.query("update submissions set submitted_at = '2012-05-01' where organisation_id = $1 and request_id = $2", [
      ward.id,
      old.requestId,
    ])
    await archiveEventsBefore(ward, before)
    const firstReadOf = async ({ requestId }: { requestId: string }) => {
      for (const _ of [1, 2]) await ada.get(`/api/forms/request/${requestId}`)
      return (await ada.get(`/api/forms/request/${requestId}`)).json().firstRead
    }

    expect(await firstReadOf(old)).toBeNull()
    expect(await firstReadOf(recent)).toMatchObject({ by: expect.any(String) })
  })
})
