import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { readLicences } from '../scripts/operator/licences.ts'

const root = join(import.meta.dirname, '..')

/** Licences that allow anybody to run, change and pass on the product without conditions on its own code (https://spdx.org/licenses). */
const accepted = [
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  '0BSD',
  'Unlicense',
  'MIT AND OFL-1.1',
  '(MIT OR CC0-1.0)',
]

/** Packages that do not name their licence in a standard way: the text in the package was read. */
const read: Record<string, string> = {
  'png-js': 'MIT: the file LICENSE of the package',
  'dejavu-fonts-ttf': 'Bitstream Vera and public domain: a font may be passed on with the software, not sold by itself',
}

describe('The licences of what runs in production', () => {
  test('are all known, and ask nothing of our own code (OPS-8)', () => {
    const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
    const packages = readLicences(lock)
    expect(packages.length).toBeGreaterThan(100)
    const others = packages.filter(({ licence }) => !accepted.includes(licence))
    expect(others.map(({ name }) => name).toSorted()).toEqual(Object.keys(read).toSorted())
  })
})
