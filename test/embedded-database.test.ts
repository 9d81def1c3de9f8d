import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { demoPassword } from '#domain/demo-accounts.ts'

import { eventually } from './organisation.ts'
import { freePort } from './free-port.ts'
import { startProcess } from './processes.ts'
import { signInByHttp } from './sign-in.ts'

const folder = mkdtempSync(join(tmpdir(), 'formward-disk-'))

/** A disk of our own; only root may mount one. */
const hasDisk = (() => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=700m', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

afterAll(() => {
  if (hasDisk) execFileSync('umount', ['--lazy', folder])
  rmSync(folder, { recursive: true, force: true })
})

describe('a server with the embedded database', () => {
  test.runIf(hasDisk)('says that it is not ready and why while its disk is full, and recovers by itself (SAFE-4, RUN-6)', async () => {
    chmodSync(folder, 0o711)
    const port = await freePort()
    const server = startProcess('main.ts', { PORT: String(port), DATA_DIR: folder, NODE_ENV: 'test' })
    await server.says('Formward is ready')
    const status = async (path: string) => (await fetch(`http://localhost:${port}${path}`)).status
    expect(await status('/health/ready')).toBe(200)

    const filler = join(folder, 'filler')
    const { bavail, bsize } = statfsSync(folder)
    try {
      writeFileSync(filler, Buffer.alloc(bavail * bsize))
    } catch (error) {
      // The database wrote something in the meantime, so the disk was full a little earlier.
      expect(error).toMatchObject({ code: 'ENOSPC' })
    }
    await eventually(async () => (await status('/health/ready')) === 503, 30)
    expect(await status('/health/live')).toBe(200)
    await eventually(async () => /"cause":"53\d{3}".*"msg":"unavailable"/.test(server.said.out), 30)

    rmSync(filler)
    await eventually(async () => (await status('/health/ready')) === 200, 60)
    expect(await server.kill('SIGTERM')).toBe(0)
  })

  test('starts its database again when it is killed, and continues to answer (SAFE-4)', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'formward-killed-'))
    chmodSync(dataDir, 0o711)
    const port = await freePort()
    const address = `http://localhost:${port}`
    const server = startProcess('main.ts', { PORT: String(port), DATA_DIR: dataDir, DEMO: 'true', NODE_ENV: 'test' })
    await server.says('Formward is ready')
    const user = await signInByHttp(address, 'user@demo.formward.example', demoPassword)
    expect((await user.call('GET', '/api/forms/form')).status).toBe(200)

    process.kill(Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')

    await eventually(async () => server.said.err.includes('PostgreSQL is running again'), 60)
    await eventually(async () => (await fetch(`${address}/health/ready`)).status === 200, 60)
    expect((await user.call('GET', '/api/forms/form')).status).toBe(200)
    expect(await server.kill('SIGTERM')).toBe(0)
    rmSync(dataDir, { recursive: true, force: true })
  })
})
