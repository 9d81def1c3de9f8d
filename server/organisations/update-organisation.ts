import type { Organisation, organisations } from '#contract/organisations.ts'
import type { Input } from '#contract/route.ts'
import { audit } from '#server/platform/audit.sql.ts'
import { isSystemAdministrator, type Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { getOrganisation, setOrganisation } from './organisations.sql.ts'

/** How it works is changed by its own admins too. */
export async function updateOrganisation(ctx: Context, { params: { id }, body }: Input<typeof organisations.update>) {
  const before = await getOrganisation(ctx, id)
  if (!isSystemAdministrator(ctx.actor)) mustBeKnownAsBefore(before, body)
  await setOrganisation(ctx, id, body)
  await audit(ctx, 'tenantUpdated', { subjectId: id, detail: { fields: Object.keys(body) } })
  return getOrganisation(ctx, id)
}

/** What it is known by elsewhere, to patients and registers: for system administrators only. */
const knownBy = {
  name: 'name',
  odsCode: 'ODS Code',
  code: 'organisation number',
  vitalType: 'vital type',
  regulatoryBody: 'regulatory body',
} as const
type KnownBy = keyof typeof knownBy

function mustBeKnownAsBefore(before: Organisation, body: { [K in KnownBy]?: string | undefined }) {
  const errors = (Object.keys(knownBy) as KnownBy[]) // Object.keys forgets the names
    .filter((field) => isChanged(before[field], body[field]))
    .map((field) => ({ field, message: `Only a system administrator can change the ${knownBy[field]}.` }))
  if (errors.length > 0) throw new Problem('invalid_request', undefined, errors)
}

/** Sent back as it was is no change, nor is an ODS code in small letters. */
const isChanged = (kept: string, given: string | undefined) => given !== undefined && given.toUpperCase() !== kept.toUpperCase()
