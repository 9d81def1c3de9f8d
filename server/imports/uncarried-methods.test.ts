import readExcelFile from 'read-excel-file/node'
import { describe, expect, onTestFinished, test } from 'vitest'

import type { ImportJob, ImportRowVerdict } from '#contract/imports.ts'
import { goodRow, importFile, imports, untilStatus, uploadAndCheck } from '#test/import-file.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aForm } from '#test/requests.ts'

/** The same server with messages sent by SMTP, which takes only email, for the rest of the test. */
function sendOnlyEmail({ services: { config } }: TestOrganisation) {
  const before = { ...config }
  Object.assign(config, { NOTIFICATION_TRANSPORT: ['smtp'], SMTP_URL: 'smtp://mail.example' })
  onTestFinished(() => void Object.assign(config, before))
}

const noProvider = { column: 'method', code: 'not_carried', message: 'Method cannot be used. No SMS provider is set up.' }

async function checkedWithBoth(ward: TestOrganisation) {
  const [ada, { title }] = [await ward.staff(), await aForm(ward)]
  await ward.startWorkers()
  const job = await uploadAndCheck<ImportJob>(ada, await importFile([goodRow(title), goodRow(title, { method: 'Email' })]))
  return { ada, job, rows: async () => (await ada.get(`${imports}/${job.id}/rows`)).json<{ docs: ImportRowVerdict[] }>().docs }
}

describe('PUT /request/import', () => {
  test('a row with a method by which no message can be sent is an error with the reason (IMP-4, NOT-7)', async () => {
    const ward = await openOrganisation()
    sendOnlyEmail(ward)

    const { job, rows } = await checkedWithBoth(ward)

    expect(job).toMatchObject({ newRows: 1, errorRows: 1, planByMethod: { sms: 0, email: 1 } })
    expect(job.problems).toEqual([{ column: 'method', code: 'not_carried', words: 'Method is not available', rows: 1 }])
    expect((await rows()).map(({ verdict, problems }) => [verdict, problems])).toEqual([
      ['error', [noProvider]],
      ['new', []],
    ])
  })

  test('the template says next to each method whether it can be used (IMP-1, NOT-7)', async () => {
    const ward = await openOrganisation()
    sendOnlyEmail(ward)

    const file = (await (await ward.staff()).get(`${imports}/template`)).rawPayload

    const instructions = (await readExcelFile(file)).at(-1)!.data.map((row) => row.filter((cell) => cell !== null))
    expect(instructions).toContainEqual(['SMS', noProvider.message])
    expect(instructions).toContainEqual(['Email'])
  })
})

describe('POST /request/import/:id', () => {
  test('a method that can no longer be used when the import is completed makes its rows errors, and nothing is sent by it (IMP-5, NOT-7)', async () => {
    const ward = await openOrganisation()
    const { ada, job, rows } = await checkedWithBoth(ward)
    expect(job).toMatchObject({ newRows: 2, errorRows: 0 })
    sendOnlyEmail(ward)

    await ada.post(`${imports}/${job.id}`, {})

    expect(await untilStatus<ImportJob>(ada, job.id, ['completed'])).toMatchObject({ importedRows: 1, newRows: 1, errorRows: 1 })
    expect((await rows())[0]).toMatchObject({ verdict: 'error', problems: [noProvider], requestId: null })
    const sent = await ward.query('select notification_method from form_requests where organisation_id = $1', [ward.id])
    expect(sent).toEqual([{ notification_method: 'email' }])
  })
})
