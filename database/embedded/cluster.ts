import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { readlinkSync, realpathSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

import { type Account, type Binaries, makeTrusted } from './binaries.ts'

const nobody = { uid: 65_534, gid: 65_534 }
const placeForRoot = '/var/lib/formward'
/** A socket's path must fit into 107 bytes; PostgreSQL adds a lock file's suffix to it. */
const longestSocketPath = 95

/** The owner of the data, who runs the database: the current account, or for root the previous owner, else nobody. */
export const accountFor = (dataDir: string): Account => {
  if (process.getuid?.() !== 0) return undefined
  const owner = existsSync(dataDir) ? statSync(dataDir) : undefined
  return owner === undefined || owner.uid === 0 ? nobody : { uid: owner.uid, gid: owner.gid }
}

/**
 * The directory the data really lies in. Where the account cannot look (a project under /root), the asked-for path becomes
 * a link to a directory of its own under /var/lib: data never goes to a temporary place.
 */
export const placeOfData = (asked: string, account: Account, durable: boolean): string => {
  const dataDir = resolve(asked)
  mkdirSync(dirname(dataDir), { recursive: true })
  if (isLink(dataDir)) return targetOf(dataDir)
  if (account === undefined || isReachable(dirname(dataDir), account)) return join(realpathSync(dirname(dataDir)), basename(dataDir))
  // Temporary data would stay in /var/lib for ever, so its owner can open the directory instead.
  if (existsSync(dataDir) || !durable)
    throw new Error(`The account of the database (uid ${account.uid}) cannot reach ${dataDir}: open the directories above it (chmod o+x)`)
  return linkElsewhere(dataDir)
}

const isLink = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true

const targetOf = (link: string) => {
  const target = resolve(dirname(link), readlinkSync(link))
  mkdirSync(dirname(target), { recursive: true, mode: 0o711 })
  return target
}

const linkElsewhere = (dataDir: string) => {
  if (!makeTrusted(placeForRoot))
    throw new Error(`The database needs a place for its data: ${placeForRoot} must belong to root and be writable by root only`)
  const directory = mkdtempSync(join(placeForRoot, 'data-'))
  chmodSync(directory, 0o711)
  try {
    symlinkSync(join(directory, 'postgres'), dataDir)
  } catch (error) {
    rmSync(directory, { recursive: true })
    // Two starts at once: the link made first is the one that counts.
    if (!isLink(dataDir)) throw error
  }
  return targetOf(dataDir)
}

const isReachable = (directory: string, account: { uid: number; gid: number }): boolean => {
  const { uid, gid, mode } = statSync(directory)
  const mayEnter = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  return (mode & mayEnter) !== 0 && (directory === '/' || isReachable(dirname(realpathSync(directory)), account))
}

/** Creates the cluster if there is none, in a temporary place and then moved, so that a kill leaves all of it or nothing. */
export const ensureCluster = async (dataDir: string, binaries: Binaries, account: Account, durable: boolean) => {
  if (isEmpty(dataDir)) await initialise(dataDir, binaries, account, durable)
  const version = readFileSync(join(dataDir, 'PG_VERSION'), 'utf8').trim()
  if (version !== binaries.majorVersion)
    throw new Error(
      `${dataDir} was made by PostgreSQL ${version}, this is ${binaries.majorVersion}: export it with the old one, or start with another directory`,
    )
}

const isEmpty = (dataDir: string) => {
  try {
    return readdirSync(dataDir).length === 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true
    throw new Error(`The data in ${dataDir} belongs to another user: start as that user, or with another directory`, { cause: error })
  }
}

const initialise = async (dataDir: string, { initdb }: Binaries, account: Account, durable: boolean) => {
  const draft = mkdtempSync(`${dataDir}.new-`)
  if (account) chownSync(draft, account.uid, account.gid)
  const options = [
    '-U',
    'postgres',
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--auth-local=trust',
    '--auth-host=reject',
  ]
  try {
    await finish(initdb, ['-D', draft, ...options, '--no-instructions', ...(durable ? [] : ['--no-sync'])], account)
    renameSync(draft, dataDir)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Of two simultaneous starts the other one's cluster was first, and is the same.
    if (!existsSync(join(dataDir, 'PG_VERSION'))) throw error
  }
}

const finish = (program: string, args: string[], account: Account) =>
  new Promise<void>((done, fail) => {
    const child = spawn(program, args, {
      ...account,
      cwd: '/',
      env: { PATH: process.env['PATH'] ?? '', TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
    child.on('error', fail)
    child.on('close', (code) => (code === 0 ? done() : fail(new Error(`The database could not be made: ${said.trim() || `exit ${code}`}`))))
  })

/** The directory of the socket. Access is by directory, so only the database's account (and root) may enter it. */
export const placeOfSocket = (dataDir: string, account: Account): string => {
  if (join(dataDir, '.s.PGSQL.5432').length <= longestSocketPath) return dataDir
  const directory = `/tmp/formward-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  const uid = account?.uid ?? process.getuid?.()
  if (!existsSync(directory)) {
    mkdirSync(directory, { mode: 0o700 })
    if (account) chownSync(directory, account.uid, account.gid)
  }
  const found = lstatSync(directory)
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0)
    throw new Error(`${directory} is not ours alone: the database's socket cannot go there. Remove it, or use a shorter path for the data`)
  return directory
}
