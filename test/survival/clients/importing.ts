import writeExcelFile, { type Row } from 'write-excel-file/node'

import type { ImportJob } from '#contract/imports.ts'
import { importColumnKeys, importColumns, importTabs } from '#domain/imports/template.ts'
import type { World } from '#test/survival/round-context.ts'
import { nextNhsNumber } from '#test/survival/test-data.ts'

import { persist, untilDone } from './persist.ts'

const address = '/api/forms/request/import'

/** A list of people arrives, is judged row by row, and becomes form requests. */
export async function importList(world: World) {
  const { staff, ledger, isQuick } = world
  const [good, bad] = [isQuick ? 60 : 700, 5]
  const nhsNumbers = Array.from({ length: good }, nextNhsNumber)
  const file = await listOf(nhsNumbers, bad, world)
  const job = () => staff.call<ImportJob>('GET', `${address}?id=${id}`)

  const { id } = await persist('upload', async () => {
    ledger.uploads.attempts++
    return staff.call<{ id: string }>('PUT', address, { file })
  })
  ledger.uploads.acknowledged.push(id)
  const checked = await untilDone('check of an import', async () => isOver(await job(), ['checked', 'refused']))
  if (checked.newRows + checked.warningRows !== good || checked.errorRows !== bad)
    throw new Error(`The import's verdicts are wrong: ${JSON.stringify(checked)}`)
  await persist('completing an import', () => staff.call('POST', `${address}/${id}`, { json: {} }))
  ledger.imports.push({ id, good, bad, nhsNumbers })
  await untilDone('an import', async () => isOver(await job(), ['completed']))
}

const isOver = (job: ImportJob, statuses: string[]) => statuses.includes(job.status) && job

/** The template of 0.2.0, which every version since takes. */
const columnKeys = importColumnKeys.filter((key) => key !== 'waitingSince')
const labels: Record<string, string> = { email: 'Email', sms: 'SMS', nhs_app: 'NHS App' }

async function listOf(nhsNumbers: string[], bad: number, { form, methods }: World) {
  const header: Row = columnKeys.map((key) => ({ value: importColumns[key].header }))
  const rows = [...nhsNumbers, ...Array.from({ length: bad }, () => 'no number')].map((nhsNumber, at): Row => {
    const cells: Partial<Record<(typeof importColumnKeys)[number], string>> = {
      nhsNumber,
      firstName: 'Amira',
      lastName: `Khan${nhsNumber.slice(-6)}`,
      dateOfBirth: '09/03/1961',
      phone: '07700 900123',
      email: 'amira.khan@example.com',
      form: form.title,
      specialty: '320',
      method: labels[methods[at % methods.length]!]!,
    }
    return columnKeys.map((key) => (cells[key] === undefined ? null : { value: cells[key], type: String }))
  })
  return new Uint8Array(await writeExcelFile([{ data: [header, ...rows], sheet: importTabs.rows }]).toBuffer())
}
