import { addDays } from './dates.ts'
import type { ClientPermission, Permission } from './roles.ts'

export const clientAuthentications = ['secret', 'key'] as const
export type ClientAuthentication = (typeof clientAuthentications)[number]

export const clientLimits = {
  clients: 50,
  name: 100,
  publicKey: 10_000,
  /** Days until a client expires, at most: somebody looks at each client once a year. */
  lifetimeDays: 366,
  requestsPerMinute: { low: 1, high: 6_000, default: 300 },
  /** Secrets or keys that are valid at the same time. */
  credentials: 2,
  /** Hours for which the old secret or key works beside the new one. */
  overlapHours: { low: 0, high: 30 * 24, default: 24 },
} as const

/** The message for the last day of a client; undefined when it is valid. */
export function checkLastDay(day: string, today: string) {
  if (day < today) return 'The last day must be today or later.'
  if (day > addDays(today, clientLimits.lifetimeDays)) return `The last day must be within ${clientLimits.lifetimeDays} days.`
  return undefined
}

/** The permissions that a member may not give to a client, because they do not have them. */
export const permissionsNotHeld = (held: readonly Permission[], wanted: readonly ClientPermission[]) =>
  wanted.filter((one) => !held.includes(one))

export const clientPermissionLabels: Record<ClientPermission, string> = {
  'patient:read': 'See patients',
  'patient:create': 'Add patients',
  'patient:update': 'Change patients',
  'patient:delete': 'Archive patients',
  'form:read': 'See forms',
  'formRequest:read': 'See form requests and answers',
  'formRequest:create': 'Send forms',
  'ward:read': 'See wards',
  'event:read': 'Read events',
}
