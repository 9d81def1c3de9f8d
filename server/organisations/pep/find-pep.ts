import type { PepFailure, PepPlaceKind } from '#domain/pep.ts'
import type { Context } from '#server/platform/context.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { callOutside } from '#server/platform/outbound/outbound.ts'
import type { Services } from '#server/platform/services.ts'

import { answerDemonstration, demonstrationPep } from './demonstration-pep.ts'
import type { Pep, PepReply } from './pep.ts'
import { findPepConnection, type PepConnection } from './pep-config.sql.ts'
import { restPep } from './rest-pep.ts'

type ForPep = Pick<Context, 'tx' | 'organisationId' | 'services'>

/** The PEP of an organisation. Undefined if it is disabled, or PEP links are off (PEP-2). */
export async function findPep(ctx: ForPep): Promise<Pep | undefined> {
  if (!ctx.services.config.PEP_LINKS) return undefined
  const connection = await findPepConnection(ctx)
  return connection && openPep(ctx, connection)
}

/** What users may look up in the PEP of an organisation. Null if it is disabled. */
export async function findPepLookups(ctx: ForPep) {
  const { PEP_LINKS } = ctx.services.config
  const found = PEP_LINKS ? await findPepConnection(ctx) : undefined
  return found ? { findsDepartments: found.findsDepartments, findsClinics: found.findsClinics } : null
}

type WithoutTransaction = { services: Services; organisationId: string }

/** Asks the PEP of an organisation outside any transaction, because an answer may take three seconds. */
export async function askPep<T>(
  { services, organisationId }: WithoutTransaction,
  ask: (pep: Pep) => Promise<PepReply<T>>,
): Promise<PepReply<T>> {
  const pep = await inOrganisation(services.db, organisationId, (tx) => findPep({ tx, organisationId, services }))
  return pep ? ask(pep) : { failure: 'disabled' }
}

function openPep({ services, organisationId }: ForPep, connection: PepConnection): Pep {
  const { config, log } = services
  const { address, clientId, changedAt, findsDepartments, findsClinics } = connection
  const finds: PepPlaceKind[] = [...(findsDepartments ? ['department' as const] : []), ...(findsClinics ? ['clinic' as const] : [])]
  const clientSecret = connection.openSecret()
  if (clientSecret === undefined) return silentPep(address, finds, 'secret_needed')
  const settings = {
    address,
    clientId,
    clientSecret,
    finds,
    mayBePrivate: config.ALLOW_PRIVATE_PEP,
    pauseName: `${address} ${organisationId} ${changedAt}`,
    log,
  }
  const isDemonstration = config.DEMO && address === demonstrationPep.address
  return restPep(settings, isDemonstration ? async (request) => answerDemonstration(request) : callOutside)
}

function silentPep(address: string, finds: readonly PepPlaceKind[], failure: PepFailure): Pep {
  const fail = async () => ({ failure })
  return { address, finds, readStatus: fail, querySubscriber: fail, searchPlaces: fail, findPlace: fail }
}
