import type { Random } from '#database/demo/random.ts'
import type { Keys } from '#server/platform/keys.ts'

import type { Installation } from './installation.ts'
import type { Providers } from './providers.ts'
import type { ExpectedState } from './expected-state.ts'
import type { Staff } from './clients/staff.ts'

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
