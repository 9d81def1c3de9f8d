import { describe, expect, test } from 'vitest'

import type { ImportJob, ImportRowVerdict } from '#contract/imports.ts'
import { importColumnKeys, importColumns, type ImportColumnKey } from '#domain/imports/template.ts'
import { goodRow, importFile, imports, uploadAndCheck, xlsx } from '#test/import-file.ts'
import { nobody, openOrganisation } from '#test/organisation.ts'
import { aForm } from '#test/requests.ts'

type Columns = { columns: { heading: string; column: ImportColumnKey | null; samples: string[] }[] }

/** As a hospital system writes them, in the place of the headings of the template. */
const foreign: Partial<Record<ImportColumnKey, string>> = {
  nhsNumber: 'NHS No',
  firstName: 'Forename',
  lastName: 'Surname',
  dateOfBirth: 'DOB',
  phone: 'Mobile',
  line1: 'Consultant',
  form: 'Questionnaire to send',
  method: 'Sent by',
}
const headers = importColumnKeys.map((key) => foreign[key] ?? '')
const fileOf = (rows: Parameters<typeof importFile>[0], options = {}) => importFile(rows, { tab: 'Sheet1', headers, ...options })
const onlyForeign = (row: ReturnType<typeof goodRow>) =>
  Object.fromEntries(Object.entries(row).filter(([key]) => foreign[key as ImportColumnKey]))

describe('A spreadsheet that was not made from the template', () => {
  test('is refused until its columns are matched, then imported, and so is the next file with these headings (IMP-2, IMP-3)', async () => {
    const [ward, other] = [await openOrganisation(), await openOrganisation()]
    const [ada, bob, stranger] = [await ward.staff(), await ward.staff(), await other.staff()]
    const form = await aForm(ward, 'Waiting list check')
    await ward.startWorkers()
    const row = onlyForeign(goodRow(form.title, { line1: 'Dr Grey' }))
    const file = await fileOf([row])

    const refused = await ada.put(imports, file, xlsx)
    expect(refused.json()).toMatchObject({
      status: 400,
      code: 'invalid_file',
      detail: "The tab 'Form requests' is missing. Tab 1 of the file is not a tab of the template.",
    })

    const { columns } = (await ada.put(`${imports}/columns`, file, xlsx)).json<Columns>()
    expect(columns).toEqual([
      { heading: 'NHS No', column: 'nhsNumber', samples: [row['nhsNumber']] },
      { heading: 'Forename', column: 'firstName', samples: ['Amira'] },
      { heading: 'Surname', column: 'lastName', samples: [row['lastName']] },
      { heading: 'DOB', column: 'dateOfBirth', samples: ['09/03/1961'] },
      { heading: 'Mobile', column: 'phone', samples: ['07700 900123'] },
      { heading: 'Consultant', column: null, samples: ['Dr Grey'] },
      { heading: 'Questionnaire to send', column: null, samples: [form.title] },
      { heading: 'Sent by', column: 'method', samples: ['SMS'] },
    ])
    expect(await ward.query('select 1 from file_chunks where organisation_id = $1', [ward.id]), 'nothing of it is kept').toEqual([])

    const chosen = columns.map(({ heading, column }) => ({ heading, column: heading === 'Questionnaire to send' ? 'form' : column }))
    expect((await ada.put(`${imports}/mapping`, { columns: chosen })).statusCode).toBe(200)
    const job = await uploadAndCheck<ImportJob>(ada, file)
    expect(job).toMatchObject({ status: 'checked', totalRows: 1, newRows: 1, mapping: chosen })
    const { docs } = (await ada.get(`${imports}/${job.id}/rows`)).json<{ docs: ImportRowVerdict[] }>()
    expect(docs[0]?.cells).toEqual({ ...row, dateOfBirth: '09/03/1961', line1: undefined })

    // In another order and under another name of the tab, and by a colleague.
    const second = await importFile([{ firstName: 'x' }], {
      tab: 'List',
      headers: headers.toReversed().map((header) => header.toUpperCase()),
    })
    expect(await uploadAndCheck<ImportJob>(bob, second)).toMatchObject({ status: 'checked', errorRows: 1 })
    const remembered = (await bob.put(`${imports}/columns`, second, xlsx)).json<Columns>()
    expect(remembered.columns.find(({ heading }) => heading === 'QUESTIONNAIRE TO SEND')?.column).toBe('form')

    expect((await stranger.put(imports, file, xlsx)).statusCode, 'each organisation matches its own').toBe(400)
    const trail = (await ward.auditTrail()).map(({ event_type }) => event_type)
    expect(trail.filter((event) => /importColumns/.test(event))).toEqual(['importColumnsRead', 'importColumnsMapped', 'importColumnsRead'])
  })

  test('is refused when no mapping can be made of it: several tabs, a repeated heading, a required column left out (IMP-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    const read = async (file: Buffer) => (await ada.put(`${imports}/columns`, file, xlsx)).json()

    expect(await read(await fileOf([], { otherTabs: ['Sheet2'] }))).toMatchObject({
      status: 400,
      detail: expect.stringContaining("The tab 'Form requests' is missing."),
    })
    expect(await read(await fileOf([], { headers: ['Phone', 'phone'] }))).toMatchObject({
      status: 400,
      detail: "The heading 'Phone' is on several columns. Give each column its own heading.",
    })
    expect(await read(await importFile([])), 'a choice of columns would have no effect').toMatchObject({
      status: 400,
      detail: expect.stringContaining('This file has the columns of the template'),
    })
    expect(await read(Buffer.from('NHS No,Surname\n'))).toMatchObject({
      status: 400,
      detail: expect.stringContaining('not an Excel workbook'),
    })

    const required = importColumnKeys.filter((key) => importColumns[key].isRequired).map((column) => ({ heading: `My ${column}`, column }))
    const save = (columns: unknown) => ada.put(`${imports}/mapping`, { columns })
    expect((await save(required.slice(1))).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'columns', message: 'NHS number is required.' }],
    })
    expect((await save([...required, { heading: 'Again', column: 'form' }])).json()).toMatchObject({ status: 400 })
    expect((await save([...required, { heading: 'my form', column: null }])).json()).toMatchObject({ status: 400 })
    expect((await save([...required, { heading: 'x', column: 'shoeSize' }])).json()).toMatchObject({ status: 400 })
    expect(await ward.query('select 1 from import_mappings where organisation_id = $1', [ward.id])).toEqual([])

    const stranger = await nobody()
    expect((await stranger.put(`${imports}/mapping`, { columns: required })).statusCode).toBe(401)
    expect((await stranger.put(`${imports}/columns`, await fileOf([]), xlsx)).statusCode).toBe(401)
  })

  test('a mapping that is changed later does not change an import that is being checked (IMP-3)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    const form = await aForm(ward, 'Waiting list check')
    const file = await fileOf([onlyForeign(goodRow(form.title, { lastName: 'Grey' }))])
    const { columns } = (await ada.put(`${imports}/columns`, file, xlsx)).json<Columns>()
    const save = (names: Record<string, ImportColumnKey>) =>
      ada.put(`${imports}/mapping`, { columns: columns.map(({ heading, column }) => ({ heading, column: names[heading] ?? column })) })
    await save({ 'Questionnaire to send': 'form' })
    const { id } = (await ada.put(imports, file, xlsx)).json<{ id: string }>()
    await save({ 'Questionnaire to send': 'form', Forename: 'lastName', Surname: 'firstName' })
    await ward.startWorkers()

    await expect.poll(async () => (await ada.get(`${imports}?id=${id}`)).json<ImportJob>().status, { timeout: 30_000 }).toBe('checked')

    const { docs } = (await ada.get(`${imports}/${id}/rows`)).json<{ docs: ImportRowVerdict[] }>()
    expect(docs[0]?.cells).toMatchObject({ firstName: 'Amira', lastName: 'Grey' })
  })
})
