import { setTimeout as sleep } from 'node:timers/promises'

import { inOrganisation } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'

import { listOrganisationIds } from './organisation-settings.sql.ts'

/** How often the ids are read at most, in milliseconds. */
const readEveryMs = 1_000

type Ids = ReadonlySet<string>
type Known = { ids: Ids; readAt: number; nextRead: Promise<Ids> | undefined }
const knownByDatabase = new WeakMap<object, Known>()

/**
 * Whether there is an organisation with an id that anybody may have sent, for example in an address. An unknown id waits for the next reading of all
 * ids, at most one a second, so that many made-up ids cost one look-up together and a new organisation is found.
 */
export async function isOrganisation({ db, ending }: Pick<Services, 'db' | 'ending'>, id: string) {
  const known = knownByDatabase.get(db) ?? { ids: new Set<string>(), readAt: 0, nextRead: undefined }
  knownByDatabase.set(db, known)
  if (known.ids.has(id.toLowerCase())) return true
  known.nextRead ??= sleep(Math.max(0, known.readAt + readEveryMs - Date.now()), undefined, { signal: ending }).then(async () => {
    Object.assign(known, { readAt: Date.now(), nextRead: undefined })
    known.ids = new Set(await inOrganisation(db, systemOrganisationId, (tx) => listOrganisationIds({ tx })))
    return known.ids
  })
  return (await known.nextRead).has(id.toLowerCase())
}
