import { z } from 'zod'

import { dateOf } from '#domain/dates.ts'
import { checkSecondFactorDay, endOfGrace } from '#domain/second-factor-grace.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { enqueue, job } from '#server/platform/jobs.ts'
import { fieldProblem } from '#server/platform/problem.ts'

import { setSecondFactor } from './organisation-settings.sql.ts'

/** Queued when a second factor becomes required; members/ sends the e-mails. */
export const announceSecondFactorJob = job('tell-of-second-factor', z.object({}))

type Setting = { secondFactorRequired: boolean; secondFactorFrom: string | null }
type Wanted = { secondFactorRequired?: boolean | undefined; secondFactorFrom?: string | undefined }

/** What the setting will be: turned on without a day, people have the usual time to set up a factor. */
export function secondFactorAfter(before: Setting, wanted: Wanted): Setting {
  const today = dateOf(new Date())
  const secondFactorRequired = wanted.secondFactorRequired ?? before.secondFactorRequired
  const { secondFactorFrom } = wanted
  if (!secondFactorRequired) {
    if (secondFactorFrom !== undefined) throw fieldProblem('secondFactorFrom', 'Turn the second factor on to set a date.')
    return { secondFactorRequired, secondFactorFrom: null }
  }
  if (secondFactorFrom === undefined || secondFactorFrom === before.secondFactorFrom)
    return { secondFactorRequired, secondFactorFrom: before.secondFactorRequired ? before.secondFactorFrom : endOfGrace(today) }
  const wrong = checkSecondFactorDay(secondFactorFrom, today)
  if (wrong !== undefined) throw fieldProblem('secondFactorFrom', wrong)
  return { secondFactorRequired, secondFactorFrom }
}

/** Tells the members who have none yet, in the caller's transaction, when a second factor begins to be asked for. */
export const tellOfSecondFactor = (ctx: Pick<Context, 'tx' | 'services' | 'organisationId'>, before: Setting, after: Setting) =>
  after.secondFactorRequired && !before.secondFactorRequired ? enqueue(ctx, announceSecondFactorJob, {}) : undefined

/** Whether system administrators need a second factor; the others' organisations have it among their settings. */
export async function requireOfAdministrators(ctx: Context, isRequired: boolean) {
  if (!(await setSecondFactor(ctx, isRequired ? endOfGrace(dateOf(new Date())) : null))) return { done: true as const }
  await audit(ctx, 'tenantUpdated', { subjectId: ctx.organisationId, detail: { fields: ['secondFactorRequired'] } })
  if (isRequired) await enqueue(ctx, announceSecondFactorJob, {})
  return { done: true as const }
}
