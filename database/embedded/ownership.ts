import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { postmasterPid, send } from './postmaster.ts'

type Claim = { postmaster: number; claimant: number; token: string }

/**
 * A database whose starter was killed belongs to whoever finds it first, and that one stops it; one whose starter lives
 * is only shared. Answers the question "is it mine to stop?".
 */
export const adopt = (dataDir: string, starter: number, postmaster: number | undefined): (() => boolean) => {
  const earlier = readClaim(dataDir)
  const isClaimed = earlier !== undefined && earlier.postmaster === postmaster && send(earlier.claimant, 0)
  if (postmaster === undefined || send(starter, 0) || isClaimed) return () => false
  const token = randomUUID()
  writeClaim(dataDir, { postmaster, claimant: process.pid, token })
  return () => readClaim(dataDir)?.token === token && postmasterPid(dataDir) === postmaster
}

const claimFile = (dataDir: string) => join(dataDir, 'adopted-by.json')

const readClaim = (dataDir: string): Claim | undefined => {
  try {
    return JSON.parse(readFileSync(claimFile(dataDir), 'utf8')) as Claim
  } catch {
    return undefined
  }
}

const writeClaim = (dataDir: string, claim: Claim) => {
  const draft = `${claimFile(dataDir)}.${claim.token}`
  writeFileSync(draft, JSON.stringify(claim), { mode: 0o600 })
  renameSync(draft, claimFile(dataDir))
}
