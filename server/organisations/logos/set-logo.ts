import type { logos } from '#contract/organisations.ts'
import type { Input } from '#contract/route.ts'
import { logoProblem, readPicture } from '#domain/logo.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'

import { setLogoOf } from './logos.sql.ts'

/** Stores the file unchanged, with the type of its content. */
export async function setLogo(ctx: Context, { params: { id }, body }: Input<typeof logos.set>) {
  const [problem, picture] = [logoProblem(body), readPicture(body)]
  if (problem !== undefined || !picture) throw fieldProblem('logo', problem ?? 'The logo is not valid.')
  return change(ctx, id, { bytes: body, type: picture.type })
}

export const removeLogo = (ctx: Context, { params: { id } }: Input<typeof logos.remove>) => change(ctx, id, undefined)

async function change(ctx: Context, id: string, logo: Parameters<typeof setLogoOf>[2]) {
  const set = await setLogoOf(ctx, id, logo)
  if (!set) throw new Problem('not_found')
  await audit(ctx, 'tenantUpdated', { subjectId: id, detail: { fields: ['logo'] } })
  return set
}
