import { z } from 'zod'

import type { Organisation, organisations } from '#contract/organisations.ts'
import type { Input } from '#contract/route.ts'
import { dateOf } from '#domain/moments.ts'
import { reminderOrderProblem } from '#domain/organisation-rules.ts'
import { readOnlyReason } from '#domain/setting-permissions.ts'
import { checkSecondFactorDay, endOfGrace } from '#domain/sign-in-rules.ts'
import { insertDefaultOutcomes } from '#server/outcomes/outcomes.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { rebind } from '#server/platform/database.ts'
import { isDatabaseUnavailable } from '#server/platform/database-problem.ts'
import { describeError } from '#server/platform/errors.ts'
import { enqueue, enqueueInEach, job, oneAtATime, type Steps, workInSteps, workOn } from '#server/platform/jobs.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'
import type { Services } from '#server/platform/services.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'

import { listOrganisationsAtWork, listOrganisationsWithWork, setSecondFactor } from './organisation-settings.sql.ts'
import { getOrganisation, insertOrganisation, lockOrganisation, setOrganisation } from './organisations.sql.ts'

export { isOrganisation } from './known-organisations.ts'
export { findLogoOf } from './logos/logos.sql.ts'
export { findNewOrigin } from './moved-organisations.sql.ts'
export { askPep, findPep } from './pep/find-pep.ts'
export type { Pep, PepReply } from './pep/pep.ts'
export {
  getOrganisationSettings,
  getPatientInformation,
  isInstallationShared,
  listOrganisationIds,
  listOrganisationsAtWork,
  organisationIdOf,
  setSecondFactor,
} from './organisation-settings.sql.ts'

export async function createOrganisation(ctx: Context, { body }: Input<typeof organisations.create>) {
  // No second factor in a demonstration, whose passwords are public, or where another provider manages accounts.
  const { DEMO, OIDC_MODE } = ctx.services.config
  const { secondFactorRequired = !DEMO && OIDC_MODE !== 'direct', secondFactorFrom } = body
  const none = { secondFactorRequired: false, secondFactorFrom: null }
  const id = await insertOrganisation(ctx, { ...body, ...secondFactorAfter(none, { secondFactorRequired, secondFactorFrom }) })
  await audit(ctx, 'tenantCreated', { subjectId: id })
  // Also audited in the new organisation, because its admins cannot see the system's log.
  await rebind(ctx.tx, id)
  const there = { ...ctx, organisationId: id }
  await insertDefaultOutcomes(there)
  await audit(there, 'tenantCreated', { subjectId: id })
  await rebind(ctx.tx, ctx.organisationId)
  return getOrganisation(ctx, id)
}

type Body = Input<typeof organisations.update>['body']

/** Each setting needs its own permission (`organisationSettings`). */
export async function updateOrganisation(ctx: Context, { params: { id }, body }: Input<typeof organisations.update>) {
  const before = await lockOrganisation(ctx, id)
  mayOnlyChangeOwnSettings(ctx, before, body)
  refuseDeletionUnseen(ctx, before, body)
  const outOfOrder = reminderOrderProblem(body.reminderDays ?? before.reminderDays, body.secondReminderDays ?? before.secondReminderDays)
  if (outOfOrder) throw fieldProblem('secondReminderDays', outOfOrder)
  const secondFactor = secondFactorAfter(before, body)
  await setOrganisation(ctx, id, { ...body, ...secondFactor })
  await announceSecondFactor({ ...ctx, organisationId: id }, before, secondFactor)
  if (body.wardAccess === 'assigned' && before.wardAccess === 'all')
    // Again when every call has ended that assigned form requests before it could see the change.
    for (const after of [new Date(), new Date(Date.now() + settledMs)])
      await enqueue({ ...ctx, organisationId: id }, unassignRequestsJob, {}, { after })
  await audit(ctx, 'tenantUpdated', { subjectId: id, detail: { fields: Object.keys(body) } })
  return getOrganisation(ctx, id)
}

function mayOnlyChangeOwnSettings({ actor }: Context, before: Organisation, body: Body) {
  const errors = (Object.keys(body) as (keyof Body)[]) // Object.keys forgets the names
    .filter((field) => isChanged(before[field], body[field]))
    .flatMap((field) => {
      const message = readOnlyReason(field, actor.permissions)
      return message === undefined ? [] : [{ field, message }]
    })
  if (errors.length > 0) throw new Problem('invalid_request', undefined, errors)
}

/** Records of every ward are deleted, so a member who sees only some wards cannot know which. */
function refuseDeletionUnseen({ actor }: Context, before: Organisation, { deletesOldRecords, retentionYears }: Body) {
  if (before.wardAccess === 'all' || actor.permissions.includes('ward:update')) return
  const wrong = 'Only a user who sees all wards can delete more records.'
  if (deletesOldRecords && !before.deletesOldRecords) throw fieldProblem('deletesOldRecords', wrong)
  if (retentionYears !== undefined && retentionYears < before.retentionYears) throw fieldProblem('retentionYears', wrong)
}

/** An unchanged value is no change, nor is an ODS code in lower case. */
const isChanged = (kept: unknown, given: unknown) =>
  given !== undefined &&
  (typeof kept === 'string' && typeof given === 'string' ? given.toUpperCase() !== kept.toUpperCase() : given !== kept)

/** Throws not_found if the organisation does not exist or is the system organisation. */
export async function mustBeOrganisation(ctx: Context, id: string) {
  await getOrganisation(ctx, id)
}

/** Longer than any call takes, in milliseconds. */
const settledMs = 120_000

/** Queued when a second factor becomes required. members/ sends the emails. */
export const announceSecondFactorJob = job('tell-of-second-factor', z.object({}))

/**
 * Queued when users may no longer see form requests that are assigned to them: one user, the users of one patient, or any user of the organisation.
 * requests/ unassigns these form requests.
 */
export const unassignRequestsJob = job('unassign-requests', z.object({ memberId: z.uuid().optional(), patientId: z.uuid().optional() }))

type Setting = { secondFactorRequired: boolean; secondFactorFrom: string | null }
type Wanted = { secondFactorRequired?: boolean | undefined; secondFactorFrom?: string | undefined }

/** The new setting. Turned on without a day, members get the usual time to set up a second factor. */
function secondFactorAfter(before: Setting, wanted: Wanted): Setting {
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

/** Emails members without a second factor about the day from which it is required, in the caller's transaction. */
const announceSecondFactor = (ctx: Pick<Context, 'tx' | 'services' | 'organisationId'>, before: Setting, after: Setting) =>
  after.secondFactorRequired && !before.secondFactorRequired ? enqueue(ctx, announceSecondFactorJob, {}) : undefined

/** Whether system administrators need a second factor. Other members follow the setting of their organisation. */
export async function requireOfAdministrators(ctx: Context, isRequired: boolean) {
  if (!(await setSecondFactor(ctx, isRequired ? endOfGrace(dateOf(new Date())) : null))) return { done: true as const }
  await audit(ctx, 'tenantUpdated', { subjectId: ctx.organisationId, detail: { fields: ['secondFactorRequired'] } })
  if (isRequired) await enqueue(ctx, announceSecondFactorJob, {})
  return { done: true as const }
}

/** Two jobs for scheduled work in every organisation: one queues the work for each organisation, the other does it in one organisation. */
export const jobForEveryOrganisation = (name: string) => ({
  everywhere: job(`${name}-everywhere`, z.object({})),
  inOne: job(name, z.object({}), { policy: 'exclusive' }),
})

/** Either every organisation, and others besides those with patients, or only those in which has_work() of the database finds something to do. */
type Where = { andIn?: string[]; onlyWhereDue?: never } | { andIn?: never; onlyWhereDue: true }
type Work = Where & {
  /** A cron expression, in UTC. Jobs of the same interval have different minutes, so that no minute has the work of all of them. */
  at: string
  run: (steps: Steps) => Promise<unknown>
}

export async function workForEveryOrganisation(
  services: Services,
  { everywhere, inOne }: ReturnType<typeof jobForEveryOrganisation>,
  { at, andIn = [], onlyWhereDue, run }: Work,
) {
  await workOn(
    services,
    everywhere,
    async (ctx) => {
      const ids = onlyWhereDue ? await listOrganisationsWithWork(services, inOne.name) : [...(await listOrganisationsAtWork(ctx)), ...andIn]
      await enqueueInEach(ctx, inOne, ids)
    },
    oneAtATime,
  )
  await workInSteps(services, inOne, run)
  await services.boss.schedule(everywhere.name, at, { organisationId: systemOrganisationId })
}

/**
 * Works in the organisations in which a job has something to do, one after the other. One that fails holds up no other one: its failure is logged, and
 * the first one is thrown at the end, so that the job counts as failed.
 */
export async function workWhereDue(
  { services, signal }: Steps,
  { name }: { name: string },
  work: (organisationId: string) => Promise<unknown>,
) {
  const failures: unknown[] = []
  for (const organisationId of await listOrganisationsWithWork(services, name)) {
    if (signal.aborted) return
    try {
      await work(organisationId)
    } catch (error) {
      if (signal.aborted || isDatabaseUnavailable(error)) throw error
      services.log.error({ job: name, organisationId, ...describeError(error, services.config) }, 'job failed in an organisation')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
