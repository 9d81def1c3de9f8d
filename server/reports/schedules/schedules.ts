import type { ReportSchedule, reportSchedules } from '#contract/reports.ts'
import type { Input } from '#contract/route.ts'
import { monthBefore } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { canOpenReports } from '#domain/roles.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'

import { inOrganisationOf } from '#server/reports/report-organisation.ts'
import { findRecipient, getSchedule, insertSchedule, setSchedule } from './schedules.sql.ts'

const thisMonth = () => dateOf(new Date()).slice(0, 7)
const cannotOpen = 'This user cannot open reports. Choose a Forms Admin.'

/** Schedules a report of every month from the current one on. The worker makes each after its month is over. */
export async function createSchedule(ctx: Context, { body }: Input<typeof reportSchedules.create>): Promise<ReportSchedule> {
  const { type, organisationId, memberId } = body
  const there = await inOrganisationOf(ctx, organisationId)
  const recipient = await findRecipient(there, memberId)
  if (!recipient) throw fieldProblem('memberId', 'User is not valid.')
  if (!canOpenReports(recipient.role)) throw fieldProblem('memberId', cannotOpen)
  const doneMonth = monthBefore(thisMonth())
  const id = await insertSchedule(there, { type, memberId, memberName: recipient.name, doneMonth })
  if (id === undefined)
    throw new Problem(
      'conflict',
      'This user already has a schedule for this report. If it is off, switch it on in the list of monthly reports.',
    )
  await audit(there, 'reportScheduleCreated', { subjectId: id, detail: { type, memberId } })
  return getSchedule(there, id)
}

/** Switches a schedule on or off. Months during which it was off get no report. */
export async function switchSchedule(ctx: Context, { params, body }: Input<typeof reportSchedules.update>): Promise<ReportSchedule> {
  const { organisation, member, isActive } = await getSchedule(ctx, params.id)
  const there = await inOrganisationOf(ctx, organisation.id)
  if (isActive === body.isActive) return getSchedule(there, params.id)
  if (body.isActive) {
    const recipient = await findRecipient(there, member.id)
    if (!recipient) throw new Problem('conflict', 'This user has left. Schedule the report for another user.')
    if (!canOpenReports(recipient.role)) throw new Problem('conflict', cannotOpen)
    await setSchedule(there, params.id, { isActive: true, stopReason: '', failure: '', doneMonth: monthBefore(thisMonth()) })
  } else await setSchedule(there, params.id, { isActive: false })
  const event = body.isActive ? 'reportScheduleSwitchedOn' : 'reportScheduleSwitchedOff'
  await audit(there, event, { subjectId: params.id, detail: { memberId: member.id } })
  return getSchedule(there, params.id)
}
