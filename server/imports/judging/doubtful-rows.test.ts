import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import readExcelFile from 'read-excel-file/node'
import { describe, expect, onTestFinished, test } from 'vitest'
import writeExcelFile, { type Row } from 'write-excel-file/node'

import type { ImportJob, ImportRowVerdict } from '#contract/imports.ts'
import { hourOf } from '#domain/moments.ts'
import { importColumnKeys, importColumns, importTabs, type ImportColumnKey } from '#domain/imports/template.ts'
import { nextSendingMoment, sendingMomentOf } from '#domain/sending-times.ts'
import { withWorkbook, workbookParts, zip } from '#server/documents/spreadsheet/test-zip.ts'
import { goodRow, importFile, imports, untilStatus, uploadAndCheck, xlsx } from '#test/import-file.ts'
import { nextNhsNumber, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient } from '#test/requests.ts'

import { findLibreOffice } from '../../../scripts/libreoffice.ts'

type Cell = Row[number]
type Cells = Partial<Record<ImportColumnKey, Cell>>
const headers = importColumnKeys.map((key): string => importColumns[key].header)

/** A good row as cells, some of which are replaced by cells of any kind that the writer knows. */
const cellsOf = (form: string, more: Cells, after: Cell[] = []): Row => {
  const row = goodRow(form)
  const cells = importColumnKeys.map((key): Cell => {
    const value = row[key]
    if (key in more) return more[key] ?? null
    return value instanceof Date ? { value, type: Date, format: 'dd/mm/yyyy' } : value ? { value: String(value), type: String } : null
  })
  return [...cells, ...after]
}

const written = (rows: Row[]): Promise<Buffer> =>
  writeExcelFile([{ data: [headers.map((value) => ({ value })), ...rows], sheet: importTabs.rows }]).toBuffer()

async function verdictsOf(ward: TestOrganisation, file: Buffer) {
  const ada = await ward.staff()
  await ward.startWorkers()
  const job = await uploadAndCheck<ImportJob>(ada, file)
  const { docs } = (await ada.get(`${imports}/${job.id}/rows?limit=100`)).json<{ docs: ImportRowVerdict[] }>()
  const seen = docs.map(({ verdict, problems }) => [verdict, ...problems.map(({ column, code }) => `${column} ${code}`)])
  const kept = await ward.query('select row_number, row from import_rows where job_id = $1 order by row_number', [job.id])
  return { ada, job, docs, seen, kept: kept.map(({ row }) => row as Record<string, string | null> | null) }
}

const number = (value: number, format?: string): Cell => ({ value, type: Number, ...(format && { format }) })
const text = (value: string): Cell => ({ value, type: String })

describe('PUT /request/import, then GET /request/import/:id/rows', () => {
  test('a number without a date format is never read as a date of birth without a warning (IMP-4)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)
    const born = [
      number(1961),
      number(30),
      number(22_349),
      number(22_349, 'hh:mm'),
      number(22_349, '£#,##0.00'),
      { value: new Date('1905-05-14T00:00:00Z'), type: Date, format: 'dd/mm/yyyy' },
      number(22_349, 'dd/mm/yyyy'),
    ]

    const { ada, job, docs, seen, kept } = await verdictsOf(ward, await written(born.map((dateOfBirth) => cellsOf(title, { dateOfBirth }))))

    expect(seen).toEqual([
      ['error', 'dateOfBirth year_or_age'],
      ['error', 'dateOfBirth year_or_age'],
      ['warning', 'dateOfBirth day_number'],
      ['warning', 'dateOfBirth day_number'],
      ['warning', 'dateOfBirth day_number'],
      ['error', 'dateOfBirth too_long_ago'],
      ['new'],
    ])
    expect(docs[2]?.problems[0]?.message).toBe(
      'Date of birth is a number without a date format. As Excel counts days it is 09-Mar-1961. Check that this is the date of birth.',
    )
    expect(kept.slice(2, 5).map((row) => row?.['dateOfBirth'])).toEqual(Array(3).fill('1961-03-09'))
    expect(job).toMatchObject({ choices: { day_number: 'skip' }, warnings: { day_number: 3 }, plan: { send: 1, skip: 3 } })
    // The corrected file does not make dates of the numbers.
    const [sheet] = await readExcelFile((await ada.get(`${imports}/${job.id}/file?rows=all`)).rawPayload)
    expect(sheet?.data.slice(1, 4).map((row) => row[importColumnKeys.indexOf('dateOfBirth')])).toEqual(['1961', '30', '22349'])
  })

  test('the day since when a patient has been waiting follows the rules of the date of birth, and is kept with the form request (PTN-5, IMP-4, IMP-5)', async () => {
    const ward = await openOrganisation()
    const [{ id, title }, { title: other }] = [await aForm(ward), await aForm(ward)]
    await ward.query("update forms set type = 'waiting_list' where id = $1", [id])
    const day = { value: new Date('2026-03-09T00:00:00Z'), type: Date, format: 'dd/mm/yyyy' }
    const cells: Cell[] = [day, text('9 March 2026'), null, number(46_090), number(26), text('09/03/2096'), text('09/03/1996')]

    const { ada, job, docs, seen, kept } = await verdictsOf(
      ward,
      await written([
        ...cells.map((waitingSince) => cellsOf(title, { waitingSince })),
        cellsOf(other, { waitingSince: day }),
        cellsOf(other, {}),
      ]),
    )

    expect(seen).toEqual([
      ['new'],
      ['new'],
      ['new'],
      ['warning', 'waitingSince day_number'],
      ['error', 'waitingSince year_or_weeks'],
      ['error', 'waitingSince in_the_future'],
      ['error', 'waitingSince too_long_ago'],
      ['error', 'waitingSince wrong_form_type'],
      ['new'],
    ])
    expect(docs[3]?.problems[0]?.message).toBe(
      'Waiting since is a number without a date format. As Excel counts days it is 09-Mar-2026. Check that this is the start of the wait.',
    )
    expect(docs[0]?.cells.waitingSince).toBe('09/03/2026')
    expect(kept.slice(0, 4).map((row) => row?.['waitingSince'])).toEqual(['2026-03-09', '2026-03-09', null, '2026-03-09'])
    // The corrected file has dates where the cells had dates.
    const [sheet] = await readExcelFile((await ada.get(`${imports}/${job.id}/file?rows=all`)).rawPayload)
    const at = importColumnKeys.indexOf('waitingSince')
    expect(sheet?.data.slice(1, 5).map((row) => row[at])).toEqual([new Date('2026-03-09T00:00:00Z'), '9 March 2026', null, '46090'])

    await ada.post(`${imports}/${job.id}`, {})
    await untilStatus(ada, job.id, ['completed'])
    expect(
      await ward.query(
        'select waiting_since::text, count(*)::int as n from form_requests where organisation_id = $1 group by 1 order by 1',
        [ward.id],
      ),
    ).toEqual([
      { waiting_since: '2026-03-09', n: 2 },
      { waiting_since: null, n: 2 },
    ])
  })

  test('a file of an older template, without the column, is imported without the day (PTN-5, IMP-2)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)
    const at = importColumnKeys.indexOf('waitingSince')
    const older = [headers.map((value): Cell => ({ value })), cellsOf(title, {})].map((row) => row.toSpliced(at, 1))
    const { seen, kept } = await verdictsOf(ward, await writeExcelFile([{ data: older, sheet: importTabs.rows }]).toBuffer())
    expect(seen).toEqual([['new']])
    expect(kept[0]?.['waitingSince']).toBeNull()
  })

  test('a number of a workbook that counts from 1904 is read as its own day number, and the corrected file means the same day (IMP-4, IMP-7)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)
    const cells = importColumnKeys.map((key) => {
      const value = key === 'dateOfBirth' ? 20_887 : (goodRow(title)[key] ?? '')
      return typeof value === 'number'
        ? `<c><v>${value}</v></c>`
        : `<c t="inlineStr"><is><t>${value instanceof Date ? '' : value}</t></is></c>`
    })
    const head = headers.map((header) => `<c t="inlineStr"><is><t>${header}</t></is></c>`)
    const parts = workbookParts({
      rows: `<row r="1">${head.join('')}</row><row r="2">${cells.join('')}</row>`,
      workbookProperties: '<workbookPr date1904="1"/>',
    }).map((part) => ({ ...part, text: String(part.text).replace('name="People"', `name="${importTabs.rows}"`) }))

    const { ada, job, docs, kept } = await verdictsOf(ward, zip(parts))

    expect(docs[0]?.problems[0]?.message).toContain('it is 09-Mar-1961')
    expect(kept[0]?.['dateOfBirth']).toBe('1961-03-09')
    const corrected = (await ada.get(`${imports}/${job.id}/file?rows=all`)).rawPayload
    const again = (await ada.get(`${imports}/${(await uploadAndCheck<ImportJob>(ada, corrected)).id}/rows`)).json<{
      docs: ImportRowVerdict[]
    }>()
    expect(again.docs[0]?.problems[0]?.message).toContain('it is 09-Mar-1961')
  })

  test('a number that its format shows with leading zeros keeps them in every text column (IMP-4)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)
    const nhsNumber = nextNhsNumber()

    const { seen, kept } = await verdictsOf(
      ward,
      await written([
        cellsOf(title, {
          nhsNumber: number(Number(nhsNumber), '000 000 0000'),
          localPatientId: number(12_345, '00000000'),
          pathwayId: number(7, '0000'),
          phone: number(7_700_900_123, '00000000000'),
          specialty: number(320, '000'),
          event: number(42, '"E-"0000'),
        }),
        cellsOf(title, { localPatientId: number(12_345), pathwayId: number(12.5, '0000') }),
      ]),
    )

    expect(seen).toEqual([['new'], ['new']])
    expect(kept).toMatchObject([
      { nhsNumber, localPatientId: '00012345', pathwayId: '0007', phone: '+447700900123', specialty: '320', event: 'E-0042' },
      { localPatientId: '12345', pathwayId: '12.5' },
    ])
  })

  test('merged cells are a warning that leaves the row out, unless the member decides otherwise (IMP-3, IMP-7)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)
    const merged = { value: 'Ward 7', type: String, rowSpan: 3 }

    const { ada, job, docs, seen } = await verdictsOf(
      ward,
      await written([
        cellsOf(title, { location: merged }),
        cellsOf(title, { location: null }),
        cellsOf(title, { location: null }),
        cellsOf(title, {}),
        cellsOf(title, { firstName: { value: 'Amira', type: String, rowSpan: 2 } }),
        cellsOf(title, { firstName: null }),
      ]),
    )

    expect(seen).toEqual([
      ['warning', 'location merged'],
      ['warning', 'location merged'],
      ['warning', 'location merged'],
      ['new'],
      ['warning', 'firstName merged'],
      ['error', 'firstName merged_away'],
    ])
    expect(docs[1]?.problems[0]?.message).toBe('Merged cells: Location. A value in merged cells counts for their first cell only.')
    expect(docs[5]?.problems[0]?.message).toMatch(/^First name is part of merged cells/)
    expect(job).toMatchObject({ choices: { merged: 'skip' }, warnings: { merged: 4 }, plan: { send: 1, skip: 4 } })
    const decided = await ada.patch(`${imports}/${job.id}`, { choices: { merged: 'send' } })
    expect(decided.json()).toMatchObject({ plan: { send: 5, skip: 0 }, planByMethod: { sms: 5, email: 0, nhs_app: 0 } })
  })

  test('a formula that was never calculated has a message (IMP-4)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)

    const { docs } = await verdictsOf(ward, await written([cellsOf(title, { firstName: { value: '="Ami"&"ra"', type: 'Formula' } })]))

    expect(docs[0]?.problems).toEqual([
      {
        column: 'firstName',
        code: 'not_calculated',
        message:
          'First name holds a formula that was never calculated. Open the file in Excel and save it again, or write the value itself.',
      },
    ])
  })

  test('dates as people write them, a specialty with its name and a name with zero-width characters are read (IMP-4)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)
    const dates = ['9 March 1961', '1961/03/09', '09/03/1961 00:00', '09-Mar-1961']

    const { docs, seen, kept } = await verdictsOf(
      ward,
      await written([
        ...dates.map((date) => cellsOf(title, { dateOfBirth: text(date) })),
        cellsOf(title, { specialty: text('320 Cardiology'), firstName: text('A\u200Bmi\u200Cr\u2060a\uFEFF') }),
        cellsOf(title, { dateOfBirth: text('9/3/61') }),
      ]),
    )

    expect(seen).toEqual([['new'], ['new'], ['new'], ['new'], ['new'], ['error', 'dateOfBirth not_valid']])
    expect(kept.slice(0, 4).map((row) => row?.['dateOfBirth'])).toEqual(Array(4).fill('1961-03-09'))
    expect(kept[4]).toMatchObject({ specialty: '320', firstName: 'Amira' })
    expect(docs[4]?.cells.firstName).toBe('Amira')
    expect(docs[5]?.problems[0]?.message).toBe('Date of birth must be a real date, such as 09/03/1961, 9 March 1961 or 1961-03-09.')
  })

  test('a note in a column without a name is reported, next to a row and on its own row (IMP-2, IMP-7)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)

    const { job, docs, seen } = await verdictsOf(
      ward,
      await written([
        cellsOf(title, {}, [null, text('Died in May')]),
        cellsOf(title, {}, [text(' ')]),
        [...headers.map(() => null), text('Total: 2')],
      ]),
    )

    expect(seen).toEqual([['warning', 'nhsNumber note'], ['new'], ['error', 'nhsNumber only_a_note']])
    expect(docs.map(({ problems }) => problems[0]?.message)).toEqual([
      'A note in column V was not read: the column has no name.',
      undefined,
      'This row has only a note, in column U, which has no heading. The row was not read.',
    ])
    expect(job).toMatchObject({ choices: { note: 'skip' }, plan: { send: 1, skip: 1 } })
    expect(JSON.stringify(docs)).not.toContain('Died')
  })

  test('an NHS number with another name or date of birth is left out unless the member decides otherwise, and the record is not changed (PAT-4, IMP-7)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)
    const details = { firstName: 'Amira', lastName: 'Khan', dateOfBirth: '1961-03-09' }
    const [twin, moved] = [await aPatient(ward, details), await aPatient(ward, { ...details, phoneNumber: '+447700900999' })]
    const shared = goodRow(title)

    const { ada, job, seen } = await verdictsOf(
      ward,
      await importFile([
        goodRow(title, { nhsNumber: twin.nhsNumber, firstName: 'Samira', lastName: 'Khan' }),
        goodRow(title, { nhsNumber: moved.nhsNumber, firstName: 'Amira Jane', lastName: 'Khan', line1: '2 Other Street' }),
        shared,
        { ...shared, dateOfBirth: '10/03/1961', pathwayId: 'P2' },
        { ...shared, firstName: 'Amir', pathwayId: 'P3' },
      ]),
    )

    expect(seen).toEqual([
      ['warning', 'firstName differs'],
      ['warning', 'phone differs'],
      ['new'],
      ['warning', 'dateOfBirth contradicts'],
      ['warning', 'firstName contradicts'],
    ])
    expect(job).toMatchObject({
      choices: { identity: 'skip', differs: 'send' },
      warnings: { identity: 3, differs: 1 },
      plan: { send: 2, skip: 3, replace: 0 },
      planByMethod: { sms: 2, email: 0, nhs_app: 0 },
    })
    await ada.post(`${imports}/${job.id}`, {})
    await untilStatus<ImportJob>(ada, job.id, ['completed'])
    expect(await ward.query('select id from form_requests where patient_id = $1', [twin.id])).toEqual([])
    expect(await ward.query('select first_name, date_of_birth::text from patients where id = $1', [twin.id])).toEqual([
      { first_name: 'Amira', date_of_birth: '1961-03-09' },
    ])
  })

  test('contact details of a row with another name are never added to the record, also when the row is sent (PAT-4, IMP-7)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)
    const details = { firstName: 'Amira', lastName: 'Khan', dateOfBirth: '1961-03-09' }
    const [reached, unknown] = [await aPatient(ward, details), await aPatient(ward, details)]
    await ward.query('update patients set email_address = null where id = $1', [reached.id])
    await ward.query('update patients set phone_number = null where id = $1', [unknown.id])
    const other = { firstName: 'Samira', lastName: 'Khan', email: 'samira@example.com' }

    const { ada, job, docs, seen } = await verdictsOf(
      ward,
      await importFile([
        goodRow(title, { ...other, nhsNumber: reached.nhsNumber }),
        goodRow(title, { ...other, nhsNumber: unknown.nhsNumber, method: 'SMS' }),
      ]),
    )

    expect(seen).toEqual([
      ['warning', 'firstName differs'],
      ['error', 'phone not_on_record'],
    ])
    expect(docs[1]!.problems[0]!.message).toBe(
      'The patient’s record has a different first name, and no phone number. The row may be about another person, so its phone number is not used. Correct the record or the row.',
    )
    await ada.patch(`${imports}/${job.id}`, { choices: { identity: 'send' } })
    await ada.post(`${imports}/${job.id}`, {})
    await untilStatus<ImportJob>(ada, job.id, ['completed'])
    expect(await ward.query('select patient_id as id from form_requests where organisation_id = $1', [ward.id])).toEqual([
      { id: reached.id },
    ])
    expect(await ward.query('select email_address as email from patients where id = $1', [reached.id])).toEqual([{ email: null }])
  })

  test('a row that is matched by details names what agrees, and with another first name or date of birth its contact details are not used (PAT-4, IMP-7)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)
    const details = { dateOfBirth: '1970-01-01', nhsNumber: null }
    const [moved, twin, father] = [
      await aPatient(ward, { ...details, firstName: 'Mona', lastName: 'Ali' }),
      await aPatient(ward, { ...details, firstName: 'Amal', lastName: 'Begum' }),
      await aPatient(ward, { ...details, firstName: 'Sami', lastName: 'Cole', dateOfBirth: '1940-01-01' }),
    ]
    await ward.query('update patients set phone_number = null, email_address = null where organisation_id = $1', [ward.id])
    await ward.query("update patients set postcode = 'ZZ99 3VZ' where id = any($1)", [[twin.id, father.id]])
    await ward.query("update patients set email_address = 'known@example.com' where id = $1", [father.id])
    const row = { dateOfBirth: '01/01/1970', postcode: 'ZZ99 3VZ', phone: '07700900123', email: null, method: null }

    const { ada, job, docs, seen } = await verdictsOf(
      ward,
      await importFile([
        goodRow(title, { ...row, firstName: 'Mona', lastName: 'Ali' }),
        goodRow(title, { ...row, firstName: 'Amel', lastName: 'Begum' }),
        goodRow(title, { ...row, firstName: 'Sami', lastName: 'Cole' }),
      ]),
    )

    expect(seen).toEqual([
      ['warning', 'nhsNumber matched_by_details'],
      ['error', 'phone not_on_record'],
      ['warning', 'nhsNumber matched_by_details', 'dateOfBirth differs'],
    ])
    expect(docs.flatMap(({ problems }) => problems.map(({ message }) => message))).toEqual([
      'A patient with the same first name, last name and date of birth has no NHS number on record. The row is matched to this patient.',
      'The patient’s record has a different first name, and no phone number. The row may be about another person, so its phone number is not used. Correct the record or the row.',
      'A patient with the same first name, last name and postcode has no NHS number on record. The row is matched to this patient.',
      'The matched patient has another date of birth on record. Sent, the form goes to that patient, who is asked for the date on record.',
    ])
    await ada.patch(`${imports}/${job.id}`, { choices: { possible_match: 'send', identity: 'send' } })
    await ada.post(`${imports}/${job.id}`, {})
    await untilStatus<ImportJob>(ada, job.id, ['completed'])
    const sent = await ward.query('select patient_id as id, notification_method as method from form_requests where organisation_id = $1', [
      ward.id,
    ])
    expect(new Set(sent)).toEqual(
      new Set([
        { id: moved.id, method: 'sms' },
        { id: father.id, method: 'email' },
      ]),
    )
    expect(
      await ward.query('select id from patients where id = any($1) and phone_number is not null', [[moved.id, twin.id, father.id]]),
    ).toEqual([{ id: moved.id }])
  })

  test.skipIf(!findLibreOffice() && !process.env['CI'])(
    'rows that LibreOffice saves as hidden, filtered out or merged are warnings, and its zero-padded numbers keep their zeros (IMP-3, IMP-4)',
    { timeout: 120_000 },
    async () => {
      const ward = await openOrganisation()
      const { title } = await aForm(ward)

      const { job, docs, seen, kept } = await verdictsOf(ward, await savedByLibreOffice(title))

      expect(seen).toEqual([
        ['new'],
        ['warning', 'nhsNumber hidden'],
        ['warning', 'nhsNumber hidden'],
        ['warning', 'location merged'],
        ['warning', 'location merged'],
      ])
      expect(docs[1]?.problems[0]?.message).toBe('The row is hidden or filtered out in the spreadsheet.')
      expect(kept.map((row) => row?.['localPatientId'])).toEqual(['00012341', '00012342', '00012343', '00012344', '00012345'])
      expect(job).toMatchObject({ choices: { hidden: 'skip' }, warnings: { hidden: 2, merged: 2 }, plan: { send: 1, skip: 4 } })
    },
  )
})

/** Five rows made in the format of LibreOffice and saved by it as xlsx: shown, hidden, filtered out, and two with one merged location. */
async function savedByLibreOffice(form: string) {
  const cell = (inside: string, attributes = '') =>
    `<table:table-cell office:value-type="string" ${attributes}><text:p>${inside}</text:p></table:table-cell>`
  const rowOf = (index: number, attributes = '', location = cell('')) => {
    const row = goodRow(form)
    const cells = importColumnKeys.map((key) => {
      const value = row[key]
      if (key === 'localPatientId')
        return `<table:table-cell table:style-name="padded" office:value-type="float" office:value="${12_341 + index}"/>`
      if (key === 'location') return location
      if (value instanceof Date)
        return `<table:table-cell table:style-name="day" office:value-type="date" office:date-value="${value.toISOString().slice(0, 10)}"/>`
      return cell(String(value ?? ''))
    })
    return `<table:table-row ${attributes}>${cells.join('')}</table:table-row>`
  }
  const rows = [
    `<table:table-row>${headers.map((header) => cell(header)).join('')}</table:table-row>`,
    rowOf(0),
    rowOf(1, 'table:visibility="collapse"'),
    rowOf(2, 'table:visibility="filter"'),
    rowOf(3, '', cell('Ward 7', 'table:number-rows-spanned="2" table:number-columns-spanned="1"')),
    rowOf(4, '', '<table:covered-table-cell/>'),
  ]
  const names = ['office', 'table', 'text', 'style', 'number']
  const uris = names.map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name === 'number' ? 'datastyle' : name}:1.0"`)
  const document = `<?xml version="1.0" encoding="UTF-8"?>
    <office:document ${uris.join(' ')} office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
    <office:automatic-styles>
    <number:number-style style:name="N1"><number:number number:min-integer-digits="8" number:decimal-places="0"/></number:number-style>
    <number:date-style style:name="N2"><number:day number:style="long"/><number:text>/</number:text><number:month number:style="long"/><number:text>/</number:text><number:year number:style="long"/></number:date-style>
    <style:style style:name="padded" style:family="table-cell" style:data-style-name="N1"/>
    <style:style style:name="day" style:family="table-cell" style:data-style-name="N2"/>
    </office:automatic-styles>
    <office:body><office:spreadsheet><table:table table:name="${importTabs.rows}">${rows.join('')}</table:table></office:spreadsheet></office:body></office:document>`
  const folder = await mkdtemp(join(tmpdir(), 'formward-libreoffice-'))
  try {
    await writeFile(join(folder, 'list.fods'), document)
    const profile = `-env:UserInstallation=file://${folder}/profile`
    await promisify(execFile)(findLibreOffice()!, [
      profile,
      '--headless',
      '--convert-to',
      'xlsx',
      '--outdir',
      folder,
      join(folder, 'list.fods'),
    ])
    return await readFile(join(folder, 'list.xlsx'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

describe('PUT /request/import', () => {
  test('a hidden tab that is not of the template is named as hidden (IMP-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    const file = await importFile([], { otherTabs: ['Instructions', 'Sums', 'Visible'] })
    const hide = (name: string) =>
      withWorkbook(file, (workbook) => workbook.replace(new RegExp(`<sheet (?=[^>]*name="${name}")`), '<sheet state="hidden" '))

    const refused = await ada.put(imports, hide('Sums'), xlsx)

    expect(refused.json()).toMatchObject({
      status: 400,
      detail:
        'Tab 3 of the file is not a tab of the template. The file has 1 hidden tab that is not part of the template. In Excel, right-click a tab and choose Unhide, then delete it. Or copy the rows into a new template.',
    })
    expect((await ada.put(imports, hide(importTabs.rows), xlsx)).json().detail).toContain("The tab 'Form requests' is hidden.")
  })
})

describe('PATCH /request/import/:id/rows', () => {
  test('a decision about a valid row, a row with an error or an unknown row is refused with a message, and not stored (IMP-7)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)
    const twice = goodRow(title)
    const { ada, job } = await verdictsOf(ward, await importFile([twice, twice, goodRow('No such form')]))
    const decide = (rowNumbers: number[], choice: string | null = 'skip') => ada.patch(`${imports}/${job.id}/rows`, { rowNumbers, choice })

    for (const [row, choice] of [
      [2, 'skip'],
      [4, 'send'],
      [9, null],
    ] as const) {
      const refused = await decide([3, row], choice)
      expect(refused.json(), `row ${row}`).toMatchObject({
        status: 400,
        errors: [{ field: 'rowNumbers', message: `Row ${row} has no warning, so it needs no decision.` }],
      })
    }

    expect((await ada.get(`${imports}?id=${job.id}`)).json()).toMatchObject({ plan: { send: 1, skip: 1 } })
    expect((await decide([3], 'send')).json()).toMatchObject({ plan: { send: 2, skip: 0 }, planByMethod: { sms: 2 } })
  })
})

describe('GET /request/import?id=', () => {
  test('a checked import lists how many messages would be sent by each method, and from when (IMP-5, NOT-8)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)
    const hour = hourOf(new Date())
    const hours = {
      sendingFrom: hour < 12 ? 22 : 0,
      sendingUntil: hour < 12 ? 24 : 2,
      sendsOnWeekdaysOnly: false,
      sendsOnBankHolidays: true,
    }
    await ward.query('update organisations set sending_from = $2, sending_until = $3 where id = $1', [
      ward.id,
      hours.sendingFrom,
      hours.sendingUntil,
    ])
    Object.assign(ward.services.config, { NHS_APP_TEMPLATES: true })
    onTestFinished(() => void Object.assign(ward.services.config, { NHS_APP_TEMPLATES: false }))
    const twice = goodRow(title, { method: 'NHS App' })

    const { ada, job } = await verdictsOf(
      ward,
      await importFile([
        goodRow(title),
        goodRow(title, { method: 'Email' }),
        goodRow(title, { method: 'Email' }),
        twice,
        twice,
        goodRow(title, { phone: null }),
      ]),
    )

    expect(job.planByMethod).toEqual({ sms: 1, email: 2, nhs_app: 1 })
    expect(job.messagesFrom).toBe(nextSendingMoment(new Date(), hours).toISOString())
    expect(Math.abs(Date.parse(job.appMessagesFrom!) - sendingMomentOf('nhs_app', new Date(), hours).getTime())).toBeLessThan(60_000)
    expect(job.problems).toContainEqual({ column: 'phone', code: 'needed_for_method', words: expect.any(String), rows: 1 })
    const decided = await ada.patch(`${imports}/${job.id}`, { choices: { repeated: 'send' } })
    expect(decided.json()).toMatchObject({ planByMethod: { sms: 1, email: 2, nhs_app: 2 } })
    await ada.post(`${imports}/${job.id}`, {})
    expect(await untilStatus<ImportJob>(ada, job.id, ['completed'])).toMatchObject({
      importedRows: 5,
      messagesFrom: null,
      appMessagesFrom: null,
    })
  })
})
