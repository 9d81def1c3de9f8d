import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'

import { describe, expect, test } from 'vitest'

import { readWholeFile } from '#server/platform/files.sql.ts'
import { asSubject, testServer } from '#test/test-server.ts'
import { goodRow, importFile, imports, uploadAndCheck, xlsx } from '#test/import-file.ts'
import { eventually, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aForm } from '#test/requests.ts'
import { sendRaw } from '#test/raw-request.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { removeAbandonedUploads } from './remove-abandoned-uploads.job.ts'

const MB = 1024 * 1024

async function listening() {
  const { app } = await testServer()
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port // it listens on a port, not on a pipe
}

/** What is kept of files and of uploads under way. */
const kept = async (ward: TestOrganisation) => ({
  pieces: (await ward.query('select 1 from file_chunks where organisation_id = $1', [ward.id])).length,
  uploads: (await ward.query('select 1 from import_uploads where organisation_id = $1', [ward.id])).length,
})
const nothing = { pieces: 0, uploads: 0 }

describe('PUT /request/import, in pieces', () => {
  test('PUT /request/import: a spreadsheet is stored in pieces while it arrives, and is read unchanged (IMP-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    const form = await aForm(ward)
    const words = Array.from({ length: 3_000 }, () => goodRow(form.title, { firstName: randomBytes(400).toString('hex') }))
    const file = await importFile(words)
    expect(file.length).toBeGreaterThan(MB)

    const answer = await fetch(`http://127.0.0.1:${await listening()}${imports}`, {
      method: 'PUT',
      headers: { ...xlsx, [asSubject]: ada.subject },
      body: new Uint8Array(file),
    })

    const { id } = (await answer.json()) as { id: string }
    expect((await kept(ward)).uploads).toBe(0)
    expect((await kept(ward)).pieces).toBeGreaterThan(1)
    const whole = await readWholeFile(ward.services, { organisationId: ward.id, fileId: id })
    expect(Buffer.from(whole).equals(file)).toBe(true)
  })

  test('PUT /request/import: a connection that is lost in the middle of a spreadsheet leaves nothing behind (SAFE-3)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    const socket = connect(await listening(), '127.0.0.1')
    await once(socket, 'connect')
    const head = [`PUT ${imports} HTTP/1.1`, 'host: localhost', `content-type: ${xlsx['content-type']}`, `${asSubject}: ${ada.subject}`]
    socket.write(`${head.join('\r\n')}\r\ncontent-length: ${60 * MB}\r\n\r\n`)
    socket.write(Buffer.alloc(3 * MB))
    await eventually(async () => (await kept(ward)).pieces > 1)

    socket.destroy()

    await eventually(async () => (await kept(ward)).pieces === 0)
    expect(await kept(ward)).toEqual(nothing)
    expect(await ward.query('select id from import_jobs where organisation_id = $1', [ward.id])).toEqual([])
  })

  test('PUT /request/import: nothing of a refused file is stored (IMP-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()

    expect((await ada.put(imports, randomBytes(2 * MB), xlsx)).statusCode).toBe(400)
    expect((await ada.put(imports, await importFile([], { tab: 'Sheet1' }), xlsx)).statusCode).toBe(400)
    expect((await ada.put(imports, undefined, xlsx)).json()).toMatchObject({ status: 400, detail: 'The file is empty.' })

    expect(await kept(ward)).toEqual(nothing)
  })

  test('PUT /request/import: a member whose spreadsheets are still being checked is refused before the file is sent (SAFE-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    const file = await importFile([goodRow((await aForm(ward)).title)])
    for (let n = 0; n < 3; n++) expect((await ada.put(imports, file, xlsx)).statusCode).toBe(200)

    const { status, answer } = await sendRaw({
      port: await listening(),
      method: 'PUT',
      path: imports,
      headers: { ...xlsx, [asSubject]: ada.subject },
      contentLength: 60 * MB,
      sendBytes: 1_000,
    })

    expect([status, answer]).toEqual([409, expect.stringContaining('imports being checked')])
    expect((await kept(ward)).uploads).toBe(0)
  })

  test('the pieces of an upload that ended with its process are deleted after an hour; those of an upload in progress and of checked files are kept (SAFE-3)', async () => {
    const ward = await openOrganisation()
    const [abandoned, underWay] = [randomUUID(), randomUUID()]
    for (const [id, minutes] of [
      [abandoned, 61],
      [underWay, 5],
    ] as const) {
      await ward.query(
        `insert into import_uploads (organisation_id, file_id, created_at) values ($1, $2, now() - $3 * interval '1 minute')`,
        [ward.id, id, minutes],
      )
      for (const piece of [0, 1])
        await ward.query(`insert into file_chunks (organisation_id, file_id, piece, bytes) values ($1, $2, $3, 'x')`, [ward.id, id, piece])
    }

    await removeAbandonedUploads(stepsOf(ward))

    expect(await kept(ward)).toEqual({ pieces: 2, uploads: 1 })
    expect(await ward.query('select file_id from import_uploads where organisation_id = $1', [ward.id])).toEqual([{ file_id: underWay }])
  })

  test('an imported spreadsheet is checked from its pieces, which are deleted when the check has ended (IMP-3)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    await ward.startWorkers()

    const job = await uploadAndCheck<{ id: string; status: string }>(ada, await importFile([goodRow((await aForm(ward)).title)]))

    expect(job).toMatchObject({ status: 'checked', newRows: 1 })
    expect(await kept(ward)).toEqual(nothing)
  })
})
