import { canOpenReports } from '#domain/roles.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'

import { setSchedule } from './schedules.sql.ts'

/** Switches off the schedule of a user who has left or can no longer open reports. The list of monthly reports shows the reason. */
export async function stopIfUnable(
  ctx: Context,
  { id, memberId }: { id: string; memberId: string },
  recipient: { role: string } | undefined,
) {
  if (recipient && canOpenReports(recipient.role)) return false
  const stopReason = recipient ? 'The user can no longer open reports.' : 'The user has left.'
  await setSchedule(ctx, id, { isActive: false, stopReason })
  await audit(ctx, 'reportScheduleSwitchedOff', { subjectId: id, detail: { memberId, reason: stopReason } })
  return true
}
