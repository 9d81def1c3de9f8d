import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

import readExcelFile from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'

import type { ImportJob, ImportRowVerdict } from '#contract/imports.ts'
import { columnLetter, exampleRow, importColumnKeys, importColumns, type ImportColumnKey } from '#domain/imports/template.ts'
import { readPart, workbook } from '#server/documents/spreadsheet/test-zip.ts'
import { goodRow, importFile, imports, uploadAndCheck, xlsx } from '#test/import-file.ts'
import { nobody, openOrganisation, systemAdministrator } from '#test/organisation.ts'
import { aForm } from '#test/requests.ts'

describe('PUT /request/import', () => {
  test('the template names every column and form, and filled in with its own example it imports as it is (IMP-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    const form = await aForm(ward, 'Waiting list check')
    await ward.startWorkers()

    await ward.query("update forms set type = 'waiting_list' where id = $1", [form.id]) // the example has a date that only these forms take

    const template = await ada.get(`${imports}/template`)

    expect(template.headers['content-disposition']).toBe('attachment; filename="form-requests-import-template.xlsx"')
    const [rows, instructions] = await readExcelFile(template.rawPayload)
    expect([rows?.sheet, instructions?.sheet]).toEqual(['Form requests', 'Instructions'])
    expect(rows?.data[0]).toEqual(importColumnKeys.map((key) => importColumns[key].header))
    expect(rows?.data[1]?.slice(0, 4)).toEqual(['Example 999 000 0018', '00012345', 'Amira', 'Khan'])
    expect(rows?.data).toHaveLength(2)
    expect(instructions?.data.flat()).toEqual(expect.arrayContaining([form.title, form.id, 'NHS App', '10 digits, with or without spaces']))

    const empty = await uploadAndCheck<ImportJob>(ada, template.rawPayload)
    expect(empty).toMatchObject({ status: 'checked', totalRows: 0, exampleRows: 1 })
    const example = Object.fromEntries(importColumnKeys.map((key) => [key, importColumns[key].example]))
    const filled = await uploadAndCheck<ImportJob>(ada, await importFile([example], { otherTabs: ['Instructions'] }))
    expect(filled).toMatchObject({ status: 'checked', totalRows: 1, newRows: 1, fileName: 'list.xlsx', createdBy: { id: ada.id } })
  })

  test('the template offers the sexes, the methods that can be sent, the forms and the specialties as drop-down lists (IMP-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    const form = await aForm(ward, 'Pain & “mood”, weekly')

    const file = (await ada.get(`${imports}/template`)).rawPayload

    const [, instructions] = await readExcelFile(file)
    const sheet = readPart(file, 'xl/worksheets/sheet1.xml')
    const offered = (key: ImportColumnKey) => {
      const letter = columnLetter(importColumnKeys.indexOf(key))
      const found = new RegExp(`sqref="${letter}2:${letter}1048576"><formula1>'Instructions'!\\$A\\$(\\d+):\\$A\\$(\\d+)<`).exec(sheet)
      return instructions?.data.slice(Number(found?.[1]) - 1, Number(found?.[2])).map(([value]) => value)
    }
    expect(offered('sex')).toEqual(['Male', 'Female'])
    expect(offered('method')).toEqual(['SMS', 'Email'])
    expect(offered('form')).toEqual([form.title])
    expect(offered('specialty')?.slice(0, 2)).toEqual(['100 General Surgery', '101 Urology'])
    expect(sheet.match(/<dataValidation /g)).toHaveLength(4)
    expect(readPart(file, 'xl/worksheets/sheet2.xml')).not.toContain('dataValidation')
  })

  test('the example row is left out only while no cell of it is changed (IMP-1, IMP-3)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    const form = await aForm(ward, 'Waiting list check')
    await ward.startWorkers()
    const real = { ...exampleRow, ...goodRow(form.title), lastName: exampleRow.lastName, waitingSince: null }
    const changed = { ...exampleRow, firstName: 'Grace' }

    const job = await uploadAndCheck<ImportJob>(ada, await importFile([exampleRow, real, changed, exampleRow]))

    expect(job).toMatchObject({ status: 'checked', totalRows: 2, newRows: 1, errorRows: 1, exampleRows: 2 })
    const { docs } = (await ada.get(`${imports}/${job.id}/rows`)).json<{ docs: ImportRowVerdict[] }>()
    expect(docs.map(({ rowNumber, verdict, problems }) => [rowNumber, verdict, problems[0]?.message])).toEqual([
      [3, 'new', undefined],
      [4, 'error', 'NHS number is still the one of the example row.'],
    ])
  })

  const hostile = (name: string) => readFileSync(new URL(`../../documents/spreadsheet/files/${name}.xlsx`, import.meta.url))

  test('a file that is not an xlsx, or is damaged, is refused with a message and not stored (IMP-2, IMP-6)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    const good = await importFile([goodRow('Any')])
    const files: [string, Buffer, RegExp][] = [
      ['a list of commas', Buffer.from('NHS number,First name\n'), /not an Excel workbook/],
      ['noise', randomBytes(4_000), /not an Excel workbook/],
      [
        'noise that begins as an old xls does',
        Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), randomBytes(2_000)]),
        /not an Excel workbook/,
      ],
      ['an old xls', hostile('renamed-xls'), /saved in the old \.xls format/],
      ['one with a password', hostile('protected-by-a-password'), /protected by a password/],
      ['a bomb', workbook({ rows: ' '.repeat(64 * 1024 * 1024) }), /too large when it is unpacked/],
      ['cut in half', good.subarray(0, good.length / 2), /damaged|end of the file is missing/],
    ]
    for (const [name, file, words] of files) {
      const refused = await ada.put(imports, file, xlsx)
      expect(refused.statusCode, name).toBe(400)
      expect(refused.json(), name).toMatchObject({
        code: 'invalid_file',
        detail: expect.stringMatching(words),
        errors: [{ field: 'file' }],
      })
    }
    const empty = await ada.put(imports, Buffer.alloc(0), xlsx)
    expect([empty.statusCode, empty.json().detail]).toEqual([400, 'The file is empty.'])
    expect((await ada.put(imports, { rows: [] })).statusCode).toBe(415)
    expect((await ada.put(imports, 'a,b', { 'content-type': 'text/csv' })).statusCode).toBe(415)
    expect(await ward.query('select id from import_jobs where organisation_id = $1', [ward.id])).toEqual([])
  })

  test('sheets and columns must match the template, and the refusal names the one that does not (IMP-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    const headers: string[] = importColumnKeys.map((key) => importColumns[key].header)
    const upload = async (options: Parameters<typeof importFile>[1]) => (await ada.put(imports, await importFile([], options), xlsx)).json()

    expect(await upload({ tab: 'Sheet1' })).toMatchObject({
      status: 400,
      detail: expect.stringContaining("The tab 'Form requests' is missing."),
    })
    expect(await upload({ otherTabs: ['More rows'] })).toMatchObject({ detail: 'Tab 2 of the file is not a tab of the template.' })
    expect(await upload({ headers: headers.slice(1) })).toMatchObject({ status: 400, detail: "The column 'NHS number' is missing." })
    expect(await upload({ headers: [...headers, 'Shoe size'] })).toMatchObject({ detail: 'Column U is not a column of the template.' })
    expect(await upload({ headers: [''] })).toMatchObject({ status: 400 })
    expect(await upload({ headers: headers.filter((header) => header !== 'Waiting since') }), 'an older template').toMatchObject({
      id: expect.any(String),
    })
    // Order and case are free.
    expect(await upload({ headers: headers.toReversed().map((header) => header.toUpperCase()) })).toMatchObject({ id: expect.any(String) })
  })

  test('more than 100,000 rows are refused at once (IMP-2)', { timeout: 120_000 }, async () => {
    const ward = await openOrganisation()
    const row = { firstName: 'x' }

    const refused = await (await ward.staff()).put(imports, await importFile(Array.from({ length: 100_001 }, () => row)), xlsx)

    expect(refused.json()).toMatchObject({ status: 400, detail: 'The file has more than 100,000 rows. Split it into smaller files.' })
  })

  test(
    'each of 20,000 invalid rows gets a result, nothing is created, and memory stays bounded (IMP-3, IMP-6)',
    { timeout: 120_000 },
    async () => {
      const ward = await openOrganisation()
      const ada = await ward.staff()
      await ward.startWorkers()
      const file = await importFile(Array.from({ length: 20_000 }, () => ({ nhsNumber: '999 000 0019', firstName: 'x', phone: '0123' })))
      const before = process.memoryUsage().rss

      const job = await uploadAndCheck<ImportJob>(ada, file)

      expect(job).toMatchObject({ status: 'checked', totalRows: 20_000, errorRows: 20_000, newRows: 0 })
      expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(400)
      const last = (await ada.get(`${imports}/${job.id}/rows?page=200&limit=100`)).json<{ docs: ImportRowVerdict[]; totalDocs: number }>()
      expect([last.totalDocs, last.docs.at(-1)?.rowNumber]).toEqual([20_000, 20_001])
      expect(job.problems.slice(0, 2)).toMatchObject([{ column: 'dateOfBirth', code: 'required', rows: 20_000 }, { rows: 20_000 }])
      expect((await ada.post(`${imports}/${job.id}`, {})).statusCode).toBe(409)
      expect(await ward.query('select id from patients where organisation_id = $1', [ward.id])).toEqual([])
    },
  )

  test('an import needs the permission, in the member’s own organisation (IMP-6)', async () => {
    const [ward, other] = [await openOrganisation(), await openOrganisation()]
    const [ada, stranger, admin] = [await ward.staff(), await other.staff(), await systemAdministrator()]
    const file = await importFile([])
    const { id } = (await ada.put(imports, file, xlsx)).json<{ id: string }>()

    for (const [method, url, body] of [
      ['get', `${imports}/template`, undefined],
      ['get', imports, undefined],
      ['get', `${imports}?id=${id}`, undefined],
      ['get', `${imports}/${id}/rows`, undefined],
      ['post', `${imports}/${id}`, {}],
      ['patch', `${imports}/${id}`, { choices: {} }],
      ['patch', `${imports}/${id}/rows`, { rowNumbers: [2], choice: 'skip' }],
      ['get', `${imports}/${id}/file`, undefined],
      ['post', `${imports}/${id}/revert`, {}],
    ] as const) {
      expect((await admin[method](url, body as never)).statusCode, url).toBe(401)
      expect((await (await nobody())[method](url, body as never)).statusCode, url).toBe(401)
    }
    expect((await admin.put(imports, file, xlsx)).statusCode).toBe(401)
    expect((await (await nobody()).put(imports, file, xlsx)).statusCode).toBe(401)

    expect((await stranger.get(`${imports}?id=${id}`)).statusCode).toBe(404)
    expect((await stranger.get(`${imports}/${id}/rows`)).statusCode).toBe(404)
    expect((await stranger.post(`${imports}/${id}`, {})).statusCode).toBe(404)
    expect((await stranger.patch(`${imports}/${id}`, { choices: {} })).statusCode).toBe(404)
    expect((await stranger.patch(`${imports}/${id}/rows`, { rowNumbers: [2], choice: 'skip' })).statusCode).toBe(404)
    expect((await stranger.get(`${imports}/${id}/file`)).statusCode).toBe(404)
    expect((await stranger.post(`${imports}/${id}/revert`, {})).statusCode).toBe(404)
    expect((await stranger.get(imports)).json()).toEqual({ docs: [], page: 1, totalDocs: 0 })
    expect((await ada.get(imports)).json()).toMatchObject({ docs: [{ id }], page: 1, totalDocs: 1 })
    expect((await ada.get(`${imports}?filters[status]=completed`)).json()).toMatchObject({ docs: [], totalDocs: 0 })
    expect((await ada.get(`${imports}?id=1`)).json()).toMatchObject({ status: 400, errors: [{ field: 'id' }] })
    expect((await ada.patch(`${imports}/${id}`, { choices: { repeated: 'replace' } })).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'choices.repeated' }],
    })
    expect(await ward.auditTrail()).toMatchObject([
      { event_type: 'formRequestUploaded', actor_id: ada.id, subject_id: id },
      { event_type: 'importList', actor_id: ada.id },
      { event_type: 'importList', actor_id: ada.id },
    ])
  })
})
