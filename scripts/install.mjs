import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { withLock } from './lock.mjs'

/** Registries have the runtime for these; elsewhere the Node that runs us has to do. */
const platformsWithNode = ['linux-x64', 'linux-arm64']
const platform = `${process.platform}-${process.arch}`

/** Installs what the lockfile says, if node_modules differs. Throws an Error with a message for the person at the terminal. */
export const ensureInstalled = async (root, say) => {
  if (isInstalled(root)) return
  const busy = () => say('Another process is installing the packages: waiting for it')
  await withLock(join(root, '.formward', 'install.lock'), () => isInstalled(root) || install(root, say), busy)
}

const install = (root, say) => {
  say('Installing the packages of package-lock.json (once, up to a minute)')
  const began = Date.now()
  // Not `npm ci`: it refuses when a registry lacks another platform's optional package. The lockfile still pins version and content.
  const flags = [
    'install',
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--include=dev',
    '--include=optional',
    '--loglevel=error',
  ]
  const { error, status } = runNpm(root, flags)
  if (error?.code === 'ENOENT') throw new Error('npm was not found: install Node 20 or newer together with npm, then try again')
  if (error) throw new Error(`npm could not be run: ${error.message}`)
  if (status !== 0) throw new Error('The packages could not be installed: npm says why above (most often: no network, or a full disk)')
  if (!hasRuntime(root))
    throw new Error(`The packages were installed without Node 24 for ${platform}: the registry in use lacks node-${platform}`)
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  writeFileSync(stampOf(root), fingerprint(root))
  say(`Packages installed in ${Math.round((Date.now() - began) / 1000)} s`)
}

/** Runs npm in a folder, as if nobody had run npm around it. */
export const runNpm = (root, args) => {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOfOuterNpm(name)))
  const options = { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] }
  const npm = process.env.npm_execpath
  return npm?.endsWith('npm-cli.js') && existsSync(npm)
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, options)
}

/** `npm --prefix X start` hands its options down; taken up again here they would install somewhere else, or not everything. */
const isOfOuterNpm = (name) =>
  /^npm_(config_(local_)?prefix|config_global|config_omit|config_production|lifecycle_.*|package_.*|command)$/i.test(name)

const stampOf = (root) => join(root, 'node_modules', '.formward-installed')

const isInstalled = (root) => {
  try {
    return readFileSync(stampOf(root), 'utf8') === fingerprint(root) && hasRuntime(root)
  } catch {
    return false
  }
}

const fingerprint = (root) => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const wanted = JSON.stringify({ dependencies, devDependencies, optionalDependencies })
  const content = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(wanted)
  return `${platform} ${content.digest('hex')}\n`
}

const hasRuntime = (root) => {
  if (!platformsWithNode.includes(platform)) return true
  try {
    accessSync(join(root, 'node_modules', '.bin', 'node'), constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The Node to go on with: the pinned one, or on a platform without it the running one if it is new enough. */
export const pinnedNode = (root) => {
  if (platformsWithNode.includes(platform)) return join(root, 'node_modules', '.bin', 'node')
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new Error(
    `On ${platform} Formward needs Node 24 or newer, this is ${process.versions.node}: install it from nodejs.org, then try again`,
  )
}
