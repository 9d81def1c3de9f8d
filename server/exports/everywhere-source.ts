import { formatDateTime } from '#domain/dates.ts'
import { listOrganisationIds } from '#server/organisations/list-organisation-ids.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { workerContext, type Steps } from '#server/platform/jobs.ts'
import { countMatching, type Selection } from '#server/worklist/matching-requests.ts'

import { readOrganisationName } from './export-rows.sql.ts'
import type { ExportSource } from './export-source.ts'
import { readRequestPage, type Reading } from './request-pages.ts'
import { aboutColumns, aboutName } from './sheets/about-sheet.ts'
import { personalColumns, requestSheet } from './sheets/request-sheet.ts'

type Source = Pick<Steps, 'floor' | 'step'> & { selection: Selection }

const organisationColumns = [
  { header: 'Organisation', kind: 'text', width: 32 },
  { header: 'ODS code', kind: 'text' },
] as const

/** An export across organisations: requests without personal data and without answers, whoever asks (EXP-1). */
export function everywhereSource({ floor, step, selection }: Source): ExportSource {
  const { columns, toRow } = requestSheet({ hasPersonalData: false })
  const sheet = { name: 'Form requests', columns: [...organisationColumns, ...columns] }
  const organisations = async () => (await step((ctx) => listOrganisationIds(ctx))).toSorted()
  const readIn =
    (organisationId: string): Reading =>
    (work) =>
      inOrganisation(floor.db, organisationId, (tx) => work(workerContext(floor, organisationId, tx)))

  return {
    count: async () => {
      let total = 0
      for (const id of await organisations()) total += await readIn(id)((ctx) => countMatching(ctx, selection))
      return total
    },
    next: async ({ organisationId, after }) => {
      const ids = await organisations()
      const id = organisationId ?? ids[0]
      if (id === undefined) return { count: 0, sheets: [{ sheet, rows: [] }], place: undefined }
      const { rows, place, name, odsCode } = await readIn(id)(async (ctx) => ({
        ...(await readRequestPage(ctx, { selection, hasPersonalData: false }, after)),
        ...(await readOrganisationName(ctx)),
      }))
      const following = ids.find((one) => one > id)
      return {
        count: rows.length,
        sheets: [{ sheet, rows: rows.map((row) => [name, odsCode, ...toRow(row)]) }],
        place: place ? { organisationId: id, after: place } : following === undefined ? undefined : { organisationId: following },
      }
    },
    last: async () => {
      const rows = [
        ['Form requests created until', formatDateTime(selection.until)],
        ['Organisations', String((await organisations()).length)],
        ['Columns left out', personalColumns.join('; ')],
        ['Answers', 'Left out. Only an organisation itself exports the answers of its patients.'],
      ]
      return { sheets: [{ sheet: { name: aboutName, columns: aboutColumns }, rows }], order: [sheet.name, aboutName] }
    },
  }
}
