import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import type { Note } from '#contract/notes.ts'
import { asApplicationRole } from '#test/isolation/application-role.ts'
import { nobody, openOrganisation, systemAdministrator, type TestOrganisation } from '#test/organisation.ts'
import { aPatient, aRequest } from '#test/requests.ts'

const notesOf = ({ id }: { id: string }) => `/api/forms/request/${id}/notes`
type Staff = Awaited<ReturnType<TestOrganisation['staff']>>
const read = async (member: Staff, { id }: { id: string }) =>
  (await member.get(`/api/forms/request/${id}`)).json<{ notes: Note[]; timeline: { kind: string; by: string; detail: object }[] }>()

describe('POST /request/:id/notes', () => {
  test('a note is kept with its author and time; timeline and audit log record the note without its text (REQ-7)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff()
    const request = await aRequest(own)

    const added = await ada.post(notesOf(request), { text: ' Phoned.\nNo answer. ' })

    expect(added.statusCode).toBe(200)
    const { notes, timeline } = await read(ada, request)
    expect(notes).toEqual([
      { id: added.json<Note>().id, text: 'Phoned.\nNo answer.', by: 'Ada Byron', at: expect.any(String), correctsId: null },
    ])
    expect(timeline).toMatchObject([{ kind: 'note_added', by: 'Ada Byron', detail: {} }])
    const events = (await own.auditTrail()).filter(({ event_type: type }) => type === 'formRequestNoteAdded')
    expect(events).toMatchObject([{ actor_id: ada.id, subject_id: request.id, patient_id: request.patientId, detail: {} }])
    expect(JSON.stringify([timeline, await own.auditTrail()])).not.toContain('Phoned')
  })

  test('a note is corrected by another note that names it, once, and the corrected note stays (REQ-7)', async () => {
    const own = await openOrganisation()
    const [ada, marie] = [await own.staff(), await own.staff('User', { firstName: 'Marie', lastName: 'Curie' })]
    const [request, other] = [await aRequest(own), await aRequest(own)]
    const wrong = (await ada.post(notesOf(request), { text: 'Left knee' })).json<Note>()

    const right = (await marie.post(notesOf(request), { text: 'Right knee', correctsId: wrong.id })).json<Note>()

    expect((await read(ada, request)).notes).toMatchObject([
      { id: wrong.id, text: 'Left knee', correctsId: null },
      { id: right.id, text: 'Right knee', by: 'Marie Curie', correctsId: wrong.id },
    ])
    expect((await ada.post(notesOf(request), { text: 'Both', correctsId: wrong.id })).json()).toMatchObject({
      status: 409,
      detail: 'This note has already been corrected. Correct the newer note.',
    })
    expect((await ada.post(notesOf(request), { text: 'Both', correctsId: right.id })).statusCode).toBe(200)
    const invalid = { status: 400, errors: [{ field: 'correctsId' }] }
    expect((await ada.post(notesOf(other), { text: 'x', correctsId: wrong.id })).json(), 'a note on another request').toMatchObject(invalid)
    expect((await ada.post(notesOf(request), { text: 'x', correctsId: randomUUID() })).json()).toMatchObject(invalid)
  })

  test('of two users who correct a note at the same time, one is refused (REQ-7)', async () => {
    const own = await openOrganisation()
    const staff = await Promise.all([own.staff(), own.staff(), own.staff()])
    const request = await aRequest(own)
    const { id } = (await staff[0].post(notesOf(request), { text: 'Wrong' })).json<Note>()

    const answers = await Promise.all(staff.map((member, n) => member.post(notesOf(request), { text: `Right ${n}`, correctsId: id })))

    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
    expect((await read(staff[0], request)).notes).toHaveLength(2)
  })

  test.each([
    ['', 'Note is required.'],
    [' \n ', 'Note is required.'],
    ['x'.repeat(4_001), 'Note must be 4,000 characters or fewer.'],
    ['a\u0000b', expect.any(String)],
  ])('the text %j is refused (REQ-7)', async (text, message) => {
    const own = await openOrganisation()
    const ada = await own.staff()
    const request = await aRequest(own)

    expect((await ada.post(notesOf(request), { text })).json()).toMatchObject({ status: 400, errors: [{ message }] })
    expect((await read(ada, request)).notes).toEqual([])
  })

  test('4,000 characters of any script are kept as they are (REQ-7)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff()
    const request = await aRequest(own)
    const text = `=1+1 <script>alert(1)</script> {{name}} ${'🩺'.repeat(1_980)}`

    expect((await ada.post(notesOf(request), { text })).json()).toMatchObject({ text })
  })

  test('a user adds notes to a form request that a colleague has taken control of (REQ-7)', async () => {
    const own = await openOrganisation()
    const [ada, marie] = [await own.staff(), await own.staff()]
    const request = await aRequest(own, { assigneeId: ada.id })

    expect((await marie.post(notesOf(request), { text: 'Patient rang' })).statusCode).toBe(200)
  })

  test('form requests of another organisation or ward, and roles without the permission, get no note (ORG-7, MEM-4, ROLE-4)', async () => {
    const [ours, theirs] = [await openOrganisation({ wardAccess: 'assigned' }), await openOrganisation()]
    const [ada, bob, root, stranger] = [await ours.staff('User'), await theirs.staff(), await systemAdministrator(), await nobody()]
    const [north, south] = await ours.query("insert into wards (organisation_id, name) values ($1, 'North'), ($1, 'South') returning id", [
      ours.id,
    ])
    await ours.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [ours.id, ada.id, north!['id']])
    const here = await aRequest(ours, { patientId: (await aPatient(ours, { wardId: String(north!['id']) })).id })
    const there = await aRequest(ours, { patientId: (await aPatient(ours, { wardId: String(south!['id']) })).id })

    expect((await ada.post(notesOf(here), { text: 'Seen' })).statusCode).toBe(200)
    expect((await ada.post(notesOf(there), { text: 'Seen' })).statusCode).toBe(404)
    expect((await bob.post(notesOf(here), { text: 'Seen' })).statusCode).toBe(404)
    expect((await root.post(notesOf(here), { text: 'Seen' })).json()).toMatchObject({ code: 'not_permitted' })
    expect((await stranger.post(notesOf(here), { text: 'Seen' })).json()).toMatchObject({ code: 'not_signed_in' })

    await ours.query('insert into form_request_notes (organisation_id, request_id, text, created_by) values ($1, $2, $3, $4)', [
      ours.id,
      there.id,
      'South',
      ada.id,
    ])
    const ask = await asApplicationRole()
    const seen = await ask({ organisation: ours.id, member: ada.id }, 'select text from form_request_notes')
    expect(seen.rows, 'without any condition the database shows the notes of the member’s wards').toEqual([{ text: 'Seen' }])
  })

  test('the database lets the application neither change nor delete a note (REQ-7)', async () => {
    const own = await openOrganisation()
    expect(
      await own.query(
        `select p as privilege from unnest(array['select', 'insert', 'update', 'delete']) p where has_table_privilege('formward_app', 'form_request_notes', p)`,
      ),
    ).toEqual([{ privilege: 'select' }, { privilege: 'insert' }])
  })
})
