import type { PepPlace } from '#contract/pep.ts'
import type { PepFailure, PepPlaceKind } from '#domain/pep.ts'

/** An answer of the PEP, or why there is none. */
export type PepReply<T> = { answer: T } | { failure: PepFailure }

/** A client secret is sealed for one organisation and address: the bytes do not open anywhere else, so they are sent nowhere else. */
export const pepSecretPurpose = (organisationId: string, address: string) => `pep ${organisationId} ${address}`

/** The patient engagement portal of one organisation. To add another kind of PEP, write a file that returns this and choose it in find-pep.ts. */
export type Pep = {
  /** Where it is. A code that this PEP confirmed need not be known elsewhere. */
  address: string
  /** What users may look up in it, by the configuration. */
  finds: readonly PepPlaceKind[]
  /** Calls the PEP even if it has just failed to answer. */
  readStatus: () => Promise<PepReply<{ name: string; finds: PepPlaceKind[] }>>
  querySubscriber: (nhsNumber: string) => Promise<PepReply<{ isSubscriber: boolean }>>
  searchPlaces: (search: string) => Promise<PepReply<PepPlace[]>>
  /** The place with this code. The answer is undefined if the PEP knows none. */
  findPlace: (code: string) => Promise<PepReply<PepPlace | undefined>>
}
