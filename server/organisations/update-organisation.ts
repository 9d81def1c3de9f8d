import type { Organisation, organisations } from '#contract/organisations.ts'
import type { Input } from '#contract/route.ts'
import { whySettingIsReadOnly } from '#domain/setting-permissions.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { secondFactorAfter, tellOfSecondFactor } from './require-second-factor.ts'
import { getOrganisation, setOrganisation } from './organisations.sql.ts'

type Body = Input<typeof organisations.update>['body']

/** Each setting asks for its own permission (`organisationSettings`). */
export async function updateOrganisation(ctx: Context, { params: { id }, body }: Input<typeof organisations.update>) {
  const before = await getOrganisation(ctx, id)
  mayOnlyChangeOwnSettings(ctx, before, body)
  const secondFactor = secondFactorAfter(before, body)
  await setOrganisation(ctx, id, { ...body, ...secondFactor })
  await tellOfSecondFactor({ ...ctx, organisationId: id }, before, secondFactor)
  await audit(ctx, 'tenantUpdated', { subjectId: id, detail: { fields: Object.keys(body) } })
  return getOrganisation(ctx, id)
}

function mayOnlyChangeOwnSettings({ actor }: Context, before: Organisation, body: Body) {
  const errors = (Object.keys(body) as (keyof Body)[]) // Object.keys forgets the names
    .filter((field) => isChanged(before[field], body[field]))
    .flatMap((field) => {
      const message = whySettingIsReadOnly(field, actor.permissions)
      return message === undefined ? [] : [{ field, message }]
    })
  if (errors.length > 0) throw new Problem('invalid_request', undefined, errors)
}

/** Sent back as it was is no change, nor is an ODS code in small letters. */
const isChanged = (kept: unknown, given: unknown) =>
  given !== undefined &&
  (typeof kept === 'string' && typeof given === 'string' ? given.toUpperCase() !== kept.toUpperCase() : given !== kept)
