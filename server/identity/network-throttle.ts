import type { Tx } from '#server/platform/database.ts'
import type { Floor } from '#server/platform/floor.ts'

import { countFromAddress, uncountFromAddress } from './accounts.sql.ts'

type At = { tx: Tx; keys: Floor['keys'] }

/** A whole hospital may sign in from one address; passwords guessed at ten accounts from one are stopped. */
const mostFromAddress = 100

/** Counts an attempt from a network address; true when there were too many of them. */
export const countOnNetwork = async ({ tx, keys }: At, address: string) =>
  (await countFromAddress({ tx }, keyOf(keys, address))) > mostFromAddress

/** The attempt just counted was no failure. */
export const uncountOnNetwork = ({ tx, keys }: At, address: string) => uncountFromAddress({ tx }, keyOf(keys, address))

const keyOf = (keys: Floor['keys'], address: string) => keys.sign('sign-in-address', networkOf(address))

/** One household or ward of IPv6 is a /64: counting single addresses there would count nothing. */
export const networkOf = (address: string) => (address.includes(':') ? address.split(':').slice(0, 4).join(':') : address)
