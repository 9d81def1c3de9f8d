import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

import { accountFor, placeOfData, placeOfSocket } from '#database/embedded/cluster.ts'
import { isRunning, postmasterPid } from '#database/embedded/postmaster.ts'
import { freePort } from '#test/free-port.ts'
import { refusePersonalData } from '#test/logs/personal-data.ts'

const root = join(import.meta.dirname, '..')

/** Playwright's globalSetup: the data of a fresh demonstration, as `npm start` makes them. Gives back how to remove them. */
export default async function makeDemonstration() {
  const dir = mkdtempSync(join(tmpdir(), 'formward-e2e-'))
  // As root the database runs under another account, which has to pass through.
  chmodSync(dir, 0o711)
  const { stop } = await startServerOn(demonstrationIn(dir), await freePort())
  await stop()
  await databaseEnded(demonstrationIn(dir))
  process.env['FORMWARD_E2E'] = dir
  return () => rmSync(dir, { recursive: true, force: true })
}

const demonstrationIn = (dir: string) => join(dir, 'demonstration')

/**
 * A server on a copy of the demonstration, for the tests of one worker, which follow each other: what they count, list first or look up is not
 * changed by another test meanwhile.
 */
export async function startOwnServer() {
  const { dir, remove } = copyDemonstration()
  const { address, stop } = await startServerOn(dir, await freePort())
  return {
    address,
    database: databaseIn(dir),
    stop: async () => {
      await stop()
      await remove()
    },
  }
}
export type OwnServer = Awaited<ReturnType<typeof startOwnServer>>

/** A folder for a server, with the data of the demonstration. */
export function copyDemonstration() {
  const place = process.env['FORMWARD_E2E']!
  const dir = mkdtempSync(join(place, 'copy-'))
  chmodSync(dir, 0o711)
  // The files of the database keep their owner.
  execFileSync('cp', ['-a', `${demonstrationIn(place)}/.`, dir])
  const remove = async () => {
    await databaseEnded(dir)
    rmSync(dir, { recursive: true, force: true })
  }
  return { dir, remove }
}

/** Where the server on that folder keeps its database. */
const dataIn = (dir: string) => placeOfData(join(dir, 'postgres'), accountFor(join(dir, 'postgres')), true)

/** A server that is stopped on a busy machine ends before its database. */
async function databaseEnded(dir: string) {
  const pid = postmasterPid(dataIn(dir))
  if (pid === undefined) return
  for (const end = Date.now() + 60_000; isRunning(pid); await sleep(100))
    if (Date.now() > end) throw new Error('The database of the server did not end within a minute')
}

/** The address of the server's database, for what no screen can do: another organisation, and days that pass. */
const databaseIn = (dir: string) =>
  `postgresql://postgres@${encodeURIComponent(placeOfSocket(dataIn(dir), accountFor(join(dir, 'postgres'))))}/formward`

/** The server on the data of that folder. */
export async function startServerOn(dir: string, port: number, environment: Record<string, string> = {}) {
  const address = `http://localhost:${port}`
  mkdirSync(dir, { recursive: true, mode: 0o711 })
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dir,
      DEMO: 'true',
      PEP_LINKS: 'true',
      LOG_LEVEL: 'debug',
      NODE_ENV: 'test',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const logFile = join(dir, 'log')
  writeFileSync(logFile, '')
  // What it says at its start is for the operator; its log is one object a line.
  createInterface(server.stdout).on('line', (line) => line.startsWith('{') && appendFileSync(logFile, `${line}\n`))
  createInterface(server.stderr).on('line', (line) => {
    process.stderr.write(`${line}\n`)
    appendFileSync(logFile, `${line}\n`)
  })
  await ready(server)
  const stop = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
    refusePersonalData(logFile)
  }
  return { address, stop }
}

const ready = (server: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The server was not ready within three minutes')), 180_000)
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
    let said = ''
    server.stdout!.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (!said.includes('Formward is ready')) return
      clearTimeout(timer)
      resolve()
    })
  })
