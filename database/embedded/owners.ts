import { chmodSync, lchownSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import type { Account } from './binaries.ts'

/**
 * A folder that was copied or restored by another user (`cp -r` as root, an archive) holds files that the database's account may not open.
 * Root gives them back to that account; other users are told which file it is and what to do. Says whether anything was changed.
 */
export function mendOwners(dataDir: string, account: Account): boolean {
  const uid = account?.uid ?? process.getuid?.()
  if (uid === undefined) return false // no such owners on this platform
  let changed = false
  for (const path of everythingIn(dataDir)) {
    const owner = lstatSync(path, { throwIfNoEntry: false })?.uid // a running database removes files at any moment
    if (owner === undefined || owner === uid) continue
    if (!account)
      throw new Error(
        `${path} belongs to another user (uid ${owner}), so the database could not use it: as root run chown -R ${uid} ${dataDir}, then start again`,
      )
    lchownSync(path, account.uid, account.gid)
    changed = true
  }
  return closeToOthers(dataDir) || changed
}

/** PostgreSQL refuses a data folder that others may enter; archives and copies often open it. */
function closeToOthers(dataDir: string) {
  const { mode } = lstatSync(dataDir)
  if ((mode & 0o027) === 0) return false
  chmodSync(dataDir, 0o700)
  return true
}

function* everythingIn(folder: string): Generator<string> {
  yield folder
  for (const entry of listed(folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* everythingIn(path)
    else yield path
  }
}

const listed = (folder: string) => {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    // Removed meanwhile. A folder of another account was reported before it is read.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
