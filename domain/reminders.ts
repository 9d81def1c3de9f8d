const day = 86_400_000

/** How late a reminder may be sent, in days. After a longer stop of the workers it is left out. */
export const latestByDays = 3

type Waiting = {
  status: string
  /** When the message left; null if none has. */
  notifiedAt: string | null
  isUnreached: boolean
  expiresAt: string
  /** A reminder was sent or is queued, by itself or by a member. */
  isReminded: boolean
}

/**
 * When a form request gets its reminder: `reminderDays` days after its message left, if it is still open. Null if it gets none: it was answered,
 * reminded already, has not reached the patient, expires first, or the organisation sends none (0 days).
 */
export function reminderAt(
  { status, notifiedAt, isUnreached, expiresAt, isReminded }: Waiting,
  reminderDays: number,
  now = new Date(),
): Date | null {
  if (reminderDays === 0 || notifiedAt === null || isUnreached || isReminded) return null
  if (status !== 'unopened' && status !== 'opened') return null
  const at = new Date(Date.parse(notifiedAt) + reminderDays * day)
  const isTooLate = at.getTime() < now.getTime() - latestByDays * day
  return isTooLate || at >= new Date(expiresAt) ? null : at
}
