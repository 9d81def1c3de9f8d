import { spawn, type ChildProcess } from 'node:child_process'
import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { refusePersonalData } from '#test/logs/personal-data.ts'

const root = join(import.meta.dirname, '..')

/** Playwright's globalSetup: the real server, as `npm start` runs it, on a free port with a fresh demonstration. Gives back how to end it. */
export default async function startServer() {
  const dir = mkdtempSync(join(tmpdir(), 'formward-e2e-'))
  // As root the database runs under another account, which has to pass through.
  chmodSync(dir, 0o711)
  const { address, stop } = await startServerOn(dir, await freePort())
  process.env['FORMWARD_E2E_URL'] = address
  return async () => {
    await stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** The server on the data of that folder. */
export async function startServerOn(dir: string, port: number, environment: Record<string, string> = {}) {
  const address = `http://localhost:${port}`
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

export const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
