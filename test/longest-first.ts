import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Seconds by file, as the last run on this machine took them; written by scripts/check.ts. */
export const durationsFile = join(import.meta.dirname, '..', 'node_modules', '.cache', 'formward', 'durations.json')
/** The same for a clean clone: the files that take longer than two seconds, in seconds. `npm test -- --record` writes it. */
export const knownDurationsFile = join(import.meta.dirname, 'durations.json')

const read = (file: string): Record<string, number> =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>) : {}

/** The files that take longest first, so that no worker is left alone with one at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const seconds = { ...read(knownDurationsFile), ...read(durationsFile) }
    const root = join(import.meta.dirname, '..')
    const of = ({ moduleId }: TestSpecification) => seconds[moduleId.slice(root.length + 1)] ?? 0
    return (await super.sort(files)).toSorted((one, other) => of(other) - of(one))
  }
}
