import { formatDateTime } from '#domain/dates.ts'
import { listOrganisationIds } from '#server/organisations/everywhere.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { workerContext, type Steps } from '#server/platform/jobs.ts'
import { countMatching, type Selection } from '#server/worklist/matching-requests.ts'

import { readOrganisationName } from './export-rows.sql.ts'
import type { ExportSource } from './export-source.ts'
import { readRequestPage, type Reading } from './request-pages.ts'
import { aboutColumns, aboutName } from './sheets/about-sheet.ts'
import { personalColumns, requestSheet } from './sheets/request-sheet.ts'

type Source = Pick<Steps, 'services' | 'step'> & { selection: Selection }

const organisationColumns = [
  { header: 'Organisation', kind: 'text', width: 32 },
  { header: 'ODS code', kind: 'text' },
] as const

/** An export across organisations: requests without personal data and without answers, whoever asks (EXP-1). */
export function everywhereSource({ services, step, selection }: Source): ExportSource {
  const { columns, toRow } = requestSheet({ hasPersonalData: false })
  const sheet = { name: 'Form requests', columns: [...organisationColumns, ...columns] }
  let known: Promise<string[]> | undefined
  const organisations = () => (known ??= step(async (ctx) => (await listOrganisationIds(ctx)).toSorted()))
  const readIn =
    (organisationId: string): Reading =>
    (work) =>
      inOrganisation(services.db, organisationId, (tx) => work(workerContext(services, organisationId, tx)))

  return {
    count: async () => {
      let total = 0
      for (const id of await organisations()) total += await readIn(id)((ctx) => countMatching(ctx, selection))
      return total
    },
    next: async ({ organisationId, after }) => {
      let from = after
      // Those without any request of the selection are passed over, so that they cost no piece.
      for (const id of (await organisations()).filter((one) => one >= (organisationId ?? ''))) {
        const { rows, place, name, odsCode } = await readIn(id)(async (ctx) => ({
          ...(await readRequestPage(ctx, { selection, hasPersonalData: false }, from)),
          ...(await readOrganisationName(ctx)),
        }))
        from = undefined
        if (rows.length === 0) continue
        const following = (await organisations()).find((one) => one > id)
        const next = place ? { organisationId: id, after: place } : following && { organisationId: following }
        return {
          count: rows.length,
          sheets: [{ sheet, rows: rows.map((row) => [name, odsCode, ...toRow(row)]) }],
          place: next || undefined,
        }
      }
      return { count: 0, sheets: [{ sheet, rows: [] }], place: undefined }
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
