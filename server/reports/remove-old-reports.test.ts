import { expect, test } from 'vitest'

import { openOrganisation } from '#test/organisation.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { removeOldReports } from './remove-old-reports.job.ts'

test('reports from more than 760 days ago are deleted with their files; newer ones and those of other organisations stay (OPS-6, REP-1)', async () => {
  const [ward, elsewhere] = [await openOrganisation(), await openOrganisation()]
  const reports = async (organisationId: string, count: number, daysAgo: number) => {
    const rows = await ward.query(
      `with r as (
         insert into reports (organisation_id, type, month, status, created_at, completed_at)
         select $1, 'metrics', '2024-01-01', 'completed', now() - make_interval(days => $3), now() from generate_series(1, $2) returning organisation_id, id)
       insert into file_chunks (organisation_id, file_id, piece, bytes) select organisation_id, id, 1, 'x' from r returning file_id`,
      [organisationId, count, daysAgo],
    )
    return rows.map((row) => String(row['file_id']))
  }
  await reports(ward.id, 25, 761)
  const kept = [...(await reports(ward.id, 1, 759)), ...(await reports(elsewhere.id, 1, 761))]

  await removeOldReports(stepsOf(ward))

  const left = async (column: string, table: string) =>
    (await ward.query(`select ${column} as id from ${table} where organisation_id = any($1)`, [[ward.id, elsewhere.id]])).map(
      ({ id }) => id,
    )
  expect((await left('id', 'reports')).toSorted()).toEqual(kept.toSorted())
  expect((await left('file_id', 'file_chunks')).toSorted()).toEqual(kept.toSorted())
})
