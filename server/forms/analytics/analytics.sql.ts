import { sql } from 'kysely'

import type { FormDefinition } from '#domain/form/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'
import type { FormScope } from '#server/worklist/worklist.ts'

/** Every version of the form, oldest first. */
export async function listDefinitions({ tx }: Context, formId: string) {
  const rows = await tx
    .selectFrom('form_versions')
    .select(['version', 'definition'])
    .where('form_id', '=', formId)
    .orderBy('version')
    .execute()
  return rows.map(({ version, definition }) => ({ version, definition: definition as FormDefinition })) // checked when it was published
}

/**
 * The drafts of patients who opened the form but have not submitted it, by the first page not reached, null if all were reached. There are few
 * drafts, so their form requests are found first: as a list, because no plan then reads all form requests of the form.
 */
export async function countDrafts({ tx, organisationId }: Context, { formId, version }: FormScope) {
  const { rows } = await sql<{ version: number; stoppedAt: string | null; count: number }>`
    with d as materialized (select a.request_id, a.stopped_at from answer_drafts a where ${ofThisOrganisation('a')})
    select r.form_version as version, d.stopped_at as "stoppedAt", count(*) as count
    from form_requests r join d on d.request_id = r.id
    where r.id = any(array(select request_id from d)) and r.organisation_id = ${organisationId}::uuid and r.form_id = ${formId}::uuid
      and (${version ?? null}::int is null or r.form_version = ${version ?? null}::int) and r.opened_at is not null and r.completed_at is null
      and r.status <> 'sent_in_error'
    group by 1, 2`.execute(tx)
  return rows
}
