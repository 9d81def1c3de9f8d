import { hash, verify } from '@node-rs/argon2'

import { Problem } from '#server/platform/problem.ts'

// OWASP's password storage cheat sheet, first of its equal choices for argon2id (the library's default): 46 MiB, one pass, one lane.
const cost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }

/** Longer passwords are refused unread, so that hashing cannot be used to keep the server busy. */
const maxPasswordLength = 1_024

export const hashPassword = (password: string) => hash(password, cost)

/** The hash of an unknown password, so that unknown and locked accounts cost exactly the work of others. */
const nobodysHash = hashPassword(crypto.randomUUID())

export async function isPassword(passwordHash: string | null | undefined, password: string) {
  const isRight = await verify(passwordHash ?? (await nobodysHash), password.slice(0, maxPasswordLength))
  return isRight && Boolean(passwordHash) && password.length <= maxPasswordLength
}

/** One gate for all hashing of this process: guesses, first passwords and changed ones. */
export const runHashing = createHashingQueue()
export const hashPasswordInTurn = (password: string) => runHashing(() => hashPassword(password))

/**
 * Hashes two passwords at a time, and lets fifty wait; later attempts are asked to try again, because each hash takes 46 MiB. Attempts with
 * priority have their own queue of the same length, which others cannot fill.
 */
export function createHashingQueue({ atOnce = 2, waiting = 50 } = {}) {
  let inside = 0
  const first: (() => void)[] = []
  const others: (() => void)[] = []
  return async <T>(work: () => Promise<T>, { isFirst = false } = {}): Promise<T> => {
    const queue = isFirst ? first : others
    if (inside < atOnce) inside++
    else if (queue.length >= waiting) throw new Problem('unavailable', 'Too many people are signing in. Try again in a moment.')
    else await new Promise<void>((letIn) => queue.push(letIn))
    try {
      return await work()
    } finally {
      const next = first.shift() ?? others.shift()
      if (next) next()
      else inside--
    }
  }
}
