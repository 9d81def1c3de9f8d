import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const migrationsIn = (folder: string) => readdirSync(join(folder, 'database/migrations')).sort()

/** The commit before the one that added the migration after `lastMigration`, or undefined where the history does not go back that far. */
export function commitOf(lastMigration: string) {
  const next = migrationsIn(root).find((file) => file > `${lastMigration}.sql`)
  if (next === undefined) return undefined
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    const added = git('log', '--format=%H', '--diff-filter=A', '--', `database/migrations/${next}`).split('\n').at(-1)
    return added ? git('rev-parse', '--verify', `${added}^`) : undefined
  } catch {
    return undefined // a copy without history, or with a part of it
  }
}

/** The code of an earlier release in a folder of its own, with the libraries of this version. */
export function unpackRelease(lastMigration: string, folder: string) {
  const commit = commitOf(lastMigration)
  if (commit === undefined) throw new Error(`The history does not have the version whose last migration is ${lastMigration}`)
  execFileSync('bash', ['-c', 'set -o pipefail; git archive "$0" | tar -x -C "$1"', commit, folder], { cwd: root })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const newest = migrationsIn(folder).at(-1)
  if (newest !== `${lastMigration}.sql`) throw new Error(`The last migration of ${commit} is ${newest}`)
}

/** Runs a program with Node in the folder of a version, to its end. Returns what it printed; throws when it fails. */
export async function runIn(folder: string, args: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'exit')) as [number | null]
  process.off('exit', end)
  if (code !== 0) throw new Error(`${args.at(0)} ended with ${code}: ${said.slice(-2_000)}`)
  return said
}
