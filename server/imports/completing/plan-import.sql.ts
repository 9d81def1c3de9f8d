import { type RawBuilder, sql } from 'kysely'

import type { RowChoice } from '#domain/imports/decisions.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import { basicCharacters } from '#domain/template.ts'
import type { RowProblem } from '#server/imports/import-tallies.ts'
import type { Context } from '#server/platform/context.ts'

/** Rows that are planned alike. In the names each character that counts one in a text message is an x, so that few groups are left. */
export type AlikeRows = {
  count: number
  problems: Pick<RowProblem, 'column' | 'code'>[]
  choice: RowChoice | null
  formId: string
  specialty: string
  method: NotificationMethod
  firstName: string
  lastName: string
  deceased: boolean
  mayBeContacted: boolean
  optedOutMethods: NotificationMethod[]
  hasPhone: boolean
  hasEmail: boolean
  /** The language of the patient; '' if it is not known. */
  locale: string
}

const alike = sql.lit('x'.repeat([...basicCharacters].length))
/** Most names have only letters, for which one comparison is much faster. */
const shapeOf = (name: RawBuilder<unknown>) =>
  sql`case when ${name} ~ '^[A-Za-z -]*$' then repeat('x', length(${name})) else translate(${name}, ${basicCharacters}, ${alike}) end`

/** The rows without errors in groups, read in one pass of the table, so that a file of 100,000 rows takes a second and little memory. */
export async function groupRows({ tx, organisationId }: Context, jobId: string): Promise<AlikeRows[]> {
  // A patient of an undone import is written again with the values of the file (patients/imported-patients.sql.ts).
  const isWritten = sql`p.id is null or p.archived_at is not null and p.updated_at is not distinct from p.import_wrote_at`
  const { rows } = await sql<AlikeRows>`
    select count(*) as count, problems, choice, "formId", specialty, method, ${shapeOf(sql`first_name`)} as "firstName",
      ${shapeOf(sql`last_name`)} as "lastName", deceased, "mayBeContacted", "optedOutMethods", "hasPhone", "hasEmail", locale
    from (
      select r.choice, r.row->>'formId' as "formId", r.row->>'specialty' as specialty, r.row->>'method' as method,
        case when r.problems = '[]' then '[]'
          else (select jsonb_agg(jsonb_build_object('column', o->'column', 'code', o->'code')) from jsonb_array_elements(r.problems) o) end as problems,
        case when ${isWritten} then r.row->>'firstName' else p.first_name end as first_name,
        case when ${isWritten} then r.row->>'lastName' else p.last_name end as last_name,
        coalesce(p.is_deceased, false) as deceased, coalesce(p.may_be_contacted, true) as "mayBeContacted",
        coalesce(p.opted_out_methods, '{}') as "optedOutMethods",
        coalesce(p.phone_number, r.row->>'phone') is not null as "hasPhone", coalesce(p.email_address, r.row->>'email') is not null as "hasEmail",
        coalesce(p.locale, '') as locale
      from import_rows r
      left join patients p on p.organisation_id = r.organisation_id and p.id = r.patient_id
      where r.organisation_id = ${organisationId}::uuid and r.job_id = ${jobId}::uuid and r.verdict <> 'error') n
    group by 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14`.execute(tx)
  return rows
}

/** The names in the first rows with a kind of problem, as the file has them. */
export async function findNames({ tx, organisationId }: Context, jobId: string, kind: string, limit: number) {
  const { rows } = await sql<{ name: string }>`
    select concat_ws(' ', r.cells->>'firstName', r.cells->>'lastName') as name
    from import_row_problems o
    join import_rows r on r.organisation_id = o.organisation_id and r.job_id = o.job_id and r.row_number = o.row_number
    where o.organisation_id = ${organisationId}::uuid and o.job_id = ${jobId}::uuid and o.kind = ${kind}
    order by o.row_number limit ${limit}`.execute(tx)
  return rows.map(({ name }) => name)
}
