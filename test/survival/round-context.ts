import type { Random } from '#database/demo/random.ts'
import { type Keys, openKeys } from '#server/platform/keys.ts'
import { production } from '#test/production.ts'

import type { Installation } from './installation.ts'
import type { Providers } from './providers.ts'
import type { ExpectedState } from './expected-state.ts'
import { openStaff, type Staff } from './clients/staff.ts'
import { memberAddress } from './test-data.ts'

/** Everything a client of a round acts on. */
export type World = {
  installation: Pick<Installation, 'url' | 'baseUrl' | 'addresses' | 'programs' | 'ask'>
  ledger: ExpectedState
  staff: Staff
  random: Random
  keys: Keys
  organisationId: string
  memberId: string
  form: { id: string; title: string }
  /** Patients who can be contacted by every method. */
  patientIds: string[]
  /** The methods by which forms are sent to them. */
  methods: readonly string[]
  /** The emails that the mail server has received. */
  mails: string[]
  providers: Providers
  isQuick: boolean
}

type Shared = Omit<World, 'staff' | 'keys' | 'random'>

/** Signs the member of staff in. `worldOf` is what a client acts on that decides by this chance. */
export async function openWorlds<S extends Shared>(shared: S, address = memberAddress) {
  const keys = await openKeys(shared.installation.url, production.APP_SECRET)
  const staff = openStaff(shared.installation, shared.ledger, address)
  return { staff, worldOf: (random: Random) => ({ ...shared, staff, keys, random }) }
}
