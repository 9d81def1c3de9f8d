import { Counter } from 'prom-client'

import { findAccount, findAccountByAddress } from '#server/identity/accounts.sql.ts'
import { foldAddress } from '#server/identity/fold-address.ts'
import { inTransaction, type Tx } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { networkOf } from '#server/platform/network.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'

import { createDelays } from './delay.ts'
import { failureWindowMinutes, delaySeconds, shouldNotifyOwner } from './limits.ts'
import { notifyFailedSignInsJob } from './notify-failed-sign-ins.job.ts'
import {
  countInWindow,
  countOnKnownDevice,
  countOnOtherDevice,
  forgetFailures,
  forgetWindow,
  uncountInWindow,
  uncountOnKnownDevice,
  uncountOnOtherDevice,
  type CountedAccount,
} from './throttle.sql.ts'

/** An attempt with a password or a code. */
export type Attempt = {
  emailAddress: string
  /** The network address of the client. */
  from: string
  /** The device of deviceOf or deviceOfSession. Undefined if nobody has signed in on it. */
  device?: string | undefined
  /** The browser has left. */
  signal?: AbortSignal
}

export type CountedAttempt = Attempt & {
  isOnKnownDevice: boolean
  /** Undefined: the address has no account, or there were too many failures. The attempt is refused. */
  account: CountedAccount | undefined
  /** In a row, this attempt included. */
  failures: number
}

type Sealing = Pick<Services, 'keys'>
const keyOfAddress = ({ keys }: Sealing, emailAddress: string) => keys.sign('sign-in-account', foldAddress(emailAddress))
const keyOfNetwork = ({ keys }: Sealing, from: string) => keys.sign('sign-in-address', networkOf(from))

const delay = createDelays()

/** For /metrics: the attempts with a password or a code that this process refused (OPS-7). */
export const signInRefusals = new Counter({
  name: 'sign_in_refusals_total',
  help: 'Refused attempts with a password or a code, by reason (wrong: not the right one; waiting: too many already waited)',
  labelNames: ['reason'],
  registers: [],
})

/**
 * Counts an attempt before it is judged. One on a known device is judged at once; others wait as long as the failures of the email address and the network
 * demand, whether the address is anybody's or not. Undefined: too many wait already, and nothing was counted.
 */
export async function beginAttempt(services: Services, typed: Attempt): Promise<CountedAttempt | undefined> {
  const { db } = services
  const attempt = { ...typed, emailAddress: withoutNull(typed.emailAddress) }
  const { emailAddress, device, from } = attempt
  const [addressKey, networkKey] = [keyOfAddress(services, emailAddress), keyOfNetwork(services, from)]

  // A transaction of its own, which may hold the account's row: uncountAttempt takes that row last.
  const known = device === undefined ? undefined : await inTransaction(db, {}, (tx) => countOnKnownDevice({ tx }, emailAddress, device))
  if (known) return { ...attempt, isOnKnownDevice: true, account: known, failures: known.failures }

  const [ofAddress, ofNetwork] = await inTransaction(db, {}, (tx) =>
    Promise.all([
      countInWindow({ tx }, addressKey, failureWindowMinutes.ofAddress),
      countInWindow({ tx }, networkKey, failureWindowMinutes.ofNetwork),
    ]),
  )
  const seconds = delaySeconds({ ofAddress: ofAddress - 1, ofNetwork: ofNetwork - 1 })
  const signal = AbortSignal.any([services.ending, ...(attempt.signal ? [attempt.signal] : [])])
  if (seconds > 0 && !(await delay({ address: addressKey, network: networkKey }, seconds, signal))) {
    signInRefusals.inc({ reason: 'waiting' })
    await inTransaction(db, {}, (tx) => uncountInWindows(services, tx, attempt))
    return undefined
  }
  const account = await inTransaction(db, {}, (tx) => countOnOtherDevice({ tx }, emailAddress))
  return { ...attempt, isOnKnownDevice: false, account, failures: ofAddress }
}

/** The attempt was no failure, or was not judged. Rows are written in one order everywhere, so that no two transactions wait for each other. */
export async function uncountAttempt(services: Sealing, tx: Tx, { account, isOnKnownDevice, device, ...attempt }: CountedAttempt) {
  if (isOnKnownDevice) return uncountOnKnownDevice({ tx }, account!.id, device!)
  await uncountInWindows(services, tx, attempt)
  if (account) await uncountOnOtherDevice({ tx }, account.id)
}

async function uncountInWindows(services: Sealing, tx: Tx, { emailAddress, from }: Pick<Attempt, 'emailAddress' | 'from'>) {
  await uncountInWindow({ tx }, keyOfAddress(services, emailAddress))
  await uncountInWindow({ tx }, keyOfNetwork(services, from))
}

/** Resets the consecutive failures after a sign-in. */
export async function forgetFailuresOf(services: Sealing, tx: Tx, accountId: string) {
  const account = await findAccount({ tx }, accountId)
  if (account) await forgetWindow({ tx }, keyOfAddress(services, account.email_address))
  await forgetFailures({ tx }, accountId)
}

/**
 * Audits a failed attempt in the account's organisation. The response does not wait for it, because its time must not differ between known
 * and unknown accounts. For the same reason the job that notifies the member is queued for every address, and looks up the account later.
 * An unknown address is never stored in plain text.
 */
export async function recordFailure(services: Services, attempt: CountedAttempt) {
  const { db, keys, log } = services
  const { failures, emailAddress } = attempt
  signInRefusals.inc({ reason: 'wrong' })
  auditFailure(services, attempt).catch(({ name, code }: Error & { code?: string }) =>
    log.error({ error: name, code }, 'a failed sign-in could not be recorded'),
  )
  if (!shouldNotifyOwner(failures)) return
  const data = { sealedAddress: keys.seal(Buffer.from(emailAddress)).toString('base64'), at: new Date().toISOString() }
  await inTransaction(db, {}, (tx) => enqueue({ tx, services, organisationId: systemOrganisationId }, notifyFailedSignInsJob, data))
}

/** An attempt above the limit of failures was not counted on its account, which is looked up only for the records. */
async function auditFailure({ db, log, directory }: Services, { account, failures, emailAddress, from }: CountedAttempt) {
  await inTransaction(db, {}, async (tx) => {
    const accountId = account?.id ?? (await findAccountByAddress({ tx }, emailAddress))?.id
    log.info({ accountId, failures }, 'sign-in refused')
    if (accountId !== undefined) await directory.auditAs(tx, accountId, account?.isLast ? 'signInLocked' : 'signInFailed', { from })
  })
}

/** PostgreSQL's text cannot contain a null byte, and no address has one. */
const withoutNull = (text: string) => text.replaceAll('\0', '')
