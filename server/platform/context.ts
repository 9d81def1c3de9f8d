import type { Permission } from '#domain/roles.ts'

import { limitToWardsOf, type Tx } from './database.ts'
import type { Services } from './services.ts'

/** The person or process that acts. A patient with a link, an integration client and the worker are actors too. */
export type Actor = {
  kind: 'member' | 'patient' | 'worker' | 'client'
  /** The id of the member or client, or the request's id for a patient; null for the worker. */
  id: string | null
  organisationId: string
  name: string
  permissions: readonly Permission[]
  /** The identity provider's subject and session, for members. */
  subject?: string
  sessionId?: string
}

/** The first argument of every function of a feature: the actor, the transaction (bound to one organisation) and the services. */
export type Context = { tx: Tx; actor: Actor; organisationId: string; services: Services }

export const isSystemAdministrator = (actor: Actor) => actor.permissions.includes('admin::*')

/** The member whose wards limit the rows, where ward access is 'assigned' (MEM-4). Members who assign wards see every ward. */
export const wardLimitOf = ({ kind, id, permissions }: Actor) => (kind === 'member' && id && !permissions.includes('ward:update') ? id : '')

/**
 * Does work on rows of every ward for a member who is limited to some. Only for what the member may do to a whole, such as a batch of letters, when
 * a patient in it has moved to another ward (MEM-4). The caller checks that the member may.
 */
export async function inEveryWard<T>({ tx, actor }: Pick<Context, 'tx' | 'actor'>, work: () => Promise<T>): Promise<T> {
  await limitToWardsOf(tx, '')
  try {
    return await work()
  } finally {
    await limitToWardsOf(tx, wardLimitOf(actor))
  }
}
