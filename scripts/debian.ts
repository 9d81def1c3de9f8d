import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Not Ubuntu: some of its packages are stubs for another store. */
export const isRootOnDebian = () =>
  process.getuid?.() === 0 && existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))

export const installFromDebian = async (name: string) => {
  // Another installation on the machine may hold the package lists: their lock has no waiting option of its own.
  for (let attempt = 0; attempt < 20; attempt++) {
    if (run('apt-get', ['update', '-q']) === 0) break
    await sleep(3_000)
  }
  return run('apt-get', ['install', '-y', '-q', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=600', name]) === 0
}

/** What an installer says is only of interest when it fails. */
export const run = (program: string, args: string[]) => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1e9,
  })
  if (status !== 0) console.error(error?.message ?? [stdout, stderr].join('\n').trim().split('\n').slice(-5).join('\n'))
  return status
}
