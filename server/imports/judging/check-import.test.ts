import { describe, expect, test } from 'vitest'

import { goodRow, importFile, imports, xlsx } from '#test/import-file.ts'
import { openOrganisation } from '#test/organisation.ts'
import { aForm } from '#test/requests.ts'
import { dyingAfter, stepsOf } from '#test/worker-steps.ts'

import { checkImport } from './check-import.job.ts'

describe('The check of an import', () => {
  test('an interrupted check starts again from the first row, and a check that was replaced by another writes nothing more (SAFE-1)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)
    const ada = await ward.staff()
    const upload = await ada.put(imports, await importFile(Array.from({ length: 1_100 }, () => goodRow(title))), xlsx)
    const { id: jobId } = upload.json<{ id: string }>()
    const steps = stepsOf(ward)

    await expect(checkImport(dyingAfter(2, steps), { jobId })).rejects.toThrow('killed')
    await Promise.all([checkImport(steps, { jobId }), checkImport(steps, { jobId })])

    expect((await ada.get(`${imports}?id=${jobId}`)).json()).toMatchObject({ totalRows: 1_100, newRows: 1_100 })
    expect(await ward.query('select row_number from import_rows where job_id = $1', [jobId])).toHaveLength(1_100)
  })
})
