// Writes what runs in production into a folder: `npm run sbom -- FOLDER`. A bill of materials (CycloneDX 1.5, made by npm) and the licences.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { readLicences } from './licences.ts'

const root = join(import.meta.dirname, '../..')

function makeBillOfMaterials() {
  const asked = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--sbom-type=application']
  const npm = process.env['npm_execpath']
  const [command, args] = npm?.endsWith('.js') ? [process.execPath, [npm, ...asked]] : ['npm', asked]
  const { stdout, stderr, status, error } = spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })
  if (error) throw new Error(`npm could not be run: ${error.message}`)
  if (status !== 0) throw new Error(stderr.trim())
  return stdout
}

function main([folder, ...others]: string[]) {
  if (folder === undefined || others.length > 0) throw new Error('Usage: npm run sbom -- FOLDER')
  const place = resolve(folder)
  mkdirSync(place, { recursive: true })
  const [materials, licences] = [join(place, 'formward.cdx.json'), join(place, 'licences.csv')]
  writeFileSync(materials, makeBillOfMaterials())
  const packages = readLicences(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const lines = packages.map(({ name, version, licence }) => `${name},${version},"${licence || 'see the package'}"`)
  writeFileSync(licences, `package,version,licence\n${lines.join('\n')}\n`)
  process.stdout.write(`${materials}\n${licences}\n`)
}

try {
  main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`) // whatever is thrown here is an Error
  process.exitCode = 1
}
