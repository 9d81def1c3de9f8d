import { formatDateTime } from '#domain/dates.ts'
import { listOrganisationIds } from '#server/organisations/list-organisation-ids.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { workerContext, type Steps } from '#server/platform/jobs.ts'
import type { OutgoingRow, OutgoingSheet } from '#server/platform/spreadsheet/write.ts'
import { countMatching, type Selection } from '#server/worklist/matching-requests.ts'

import { readOrganisationName } from './export-rows.sql.ts'
import { aboutColumns, mapRows, requestRows, type Reading } from './export-sheets.ts'
import { personalColumns, requestSheet } from './request-sheet.ts'

type Source = Pick<Steps, 'floor' | 'step' | 'signal'> & { selection: Selection }
type Progress = { onRows: (count: number) => void; onTotal: (total: number) => Promise<unknown> }

/** The sheets of an export across organisations: requests without personal data and without answers, whoever asks (EXP-1). */
export async function everywhereSheets(source: Source, { onRows, onTotal }: Progress): Promise<OutgoingSheet[]> {
  const { floor, step, signal, selection } = source
  const readIn =
    (organisationId: string): Reading =>
    (work) =>
      inOrganisation(floor.db, organisationId, (tx) => work(workerContext(floor, organisationId, tx)))
  const organisations = await step((ctx) => listOrganisationIds(ctx))
  let total = 0
  for (const id of organisations) total += await readIn(id)((ctx) => countMatching(ctx, selection))
  await onTotal(total)

  const { columns, toRow } = requestSheet({ hasPersonalData: false })
  async function* rows(): AsyncGenerator<OutgoingRow> {
    for (const id of organisations) {
      const read = readIn(id)
      const { name, odsCode } = await read(readOrganisationName)
      yield* mapRows(requestRows({ selection, hasPersonalData: false, read, signal }, onRows), (row) => [name, odsCode, ...toRow(row)])
    }
  }
  const about = [
    ['Form requests created until', formatDateTime(selection.until)],
    ['Organisations', String(organisations.length)],
    ['Columns left out', personalColumns.join('; ')],
    ['Answers', 'Left out. Only an organisation itself exports the answers of its patients.'],
  ]
  const organisationColumns = [
    { header: 'Organisation', kind: 'text', width: 32 },
    { header: 'ODS code', kind: 'text' },
  ] as const
  return [
    { name: 'Form requests', columns: [...organisationColumns, ...columns], rows: rows() },
    { name: 'About this file', columns: aboutColumns, rows: about },
  ]
}
