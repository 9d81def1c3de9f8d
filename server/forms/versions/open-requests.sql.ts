import { sql } from 'kysely'

import type { OpenRequests } from '#contract/form-versions.ts'
import { sentCountLimit } from '#domain/form/sent-count.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

const open = (status: 'unopened' | 'opened') => sql<number>`
  (select count(*) from (
     select from form_requests r
     where r.organisation_id = v.organisation_id and r.form_id = v.form_id and r.form_version = v.version and r.status = ${sql.lit(status)}
     limit ${sql.lit(sentCountLimit)}) counted)`

/** How many patients were asked each version and have not answered yet. Throws not_found. */
export async function listOpenRequests({ tx }: Context, formId: string): Promise<{ docs: OpenRequests[] }> {
  const form = tx.selectFrom('forms').select('id').where('id', '=', formId).executeTakeFirst()
  const rows = tx
    .selectFrom('form_versions as v')
    .select(['v.version', open('unopened').as('unopened'), open('opened').as('opened')])
    .where('v.form_id', '=', formId)
    .orderBy('v.version', 'desc')
    .execute()
  const [found, versions] = await Promise.all([form, rows])
  if (!found) throw new Problem('not_found')
  return { docs: versions.filter(({ unopened, opened }) => unopened + opened > 0) }
}
