import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { z } from 'zod'

/** The version that is measured. Its licence (BUSL 1.1) allows it; nothing of it is part of the product. */
export const version = '11.17.4'
const folder = join(tmpdir(), `formward-peer-directus-${version}`)

/**
 * Installed from the registry when it is first measured, without its install scripts. One of them would compile the sandbox for extensions, of which there
 * are none here, so an empty module stands for it.
 */
function install(say: (line: string) => void) {
  if (existsSync(join(folder, 'node_modules', 'directus', 'cli.js'))) return
  say(`installing Directus ${version}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  execFileSync('npm', ['install', `directus@${version}`, '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' })
  writeFileSync(join(folder, 'node_modules', 'isolated-vm', 'isolated-vm.js'), 'module.exports = {}')
}

/**
 * Directus on the schema `peer` of a database, with one user who may read the form requests of one organisation by a filter, and whose token never
 * changes.
 */
export async function startDirectus(databaseUrl: string, port: number, organisationId: string, say: (line: string) => void) {
  install(say)
  const address = `http://127.0.0.1:${port}`
  const password = randomBytes(16).toString('hex')
  const email = 'admin@example.com'
  const environment = {
    PATH: process.env['PATH'],
    HOME: folder,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: address,
    SECRET: randomBytes(32).toString('hex'),
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: databaseUrl,
    DB_SEARCH_PATH: 'array:peer',
    DB_POOL__MAX: '10',
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: password,
    CACHE_ENABLED: 'false',
    RATE_LIMITER_ENABLED: 'false',
    TELEMETRY: 'false',
    LOG_LEVEL: 'warn',
  }
  const run = (command: string) =>
    spawn(process.execPath, [join('node_modules', 'directus', 'cli.js'), command], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  const [ended] = (await once(run('bootstrap'), 'exit')) as [number]
  if (ended !== 0) throw new Error(`Directus: bootstrap ended with ${ended}`)
  const server = run('start')
  const stop = async () => {
    const exited = once(server, 'exit')
    server.kill('SIGTERM')
    await exited
  }
  try {
    for (let waited = 0; !(await isUp(address)); waited++) {
      if (waited > 240 || server.exitCode !== null) throw new Error('Directus: did not start')
      await sleep(500)
    }
    const signedIn = await post('/auth/login', { email, password })
    const admin = z.object({ access_token: z.string() }).parse(signedIn).access_token
    const Id = z.object({ id: z.string() })
    const policy = Id.parse(await post('/policies', { name: 'readers', app_access: false }, admin)).id
    const permissions = { organisation_id: { _eq: organisationId } }
    await post('/permissions', { policy, collection: 'form_requests', action: 'read', fields: ['*'], permissions }, admin)
    const role = Id.parse(await post('/roles', { name: 'readers', policies: { create: [{ policy }] } }, admin)).id
    const token = randomBytes(24).toString('hex')
    await post('/users', { email: 'reader@example.com', password: randomBytes(16).toString('hex'), role, token }, admin)
    return { address, pid: server.pid!, token, stop } // it has answered
  } catch (error) {
    await stop()
    throw error
  }

  async function post(path: string, body: object, token?: string): Promise<unknown> {
    const response = await fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`Directus: ${path} answered ${response.status}`)
    return z.object({ data: z.unknown() }).parse(await response.json()).data
  }
}

const isUp = (address: string) =>
  fetch(`${address}/server/ping`).then(
    ({ ok }) => ok,
    () => false,
  )
