/* Everything that must hold before a change is good: what CI runs, in the order in which it fails soonest. With --long, at full strength (test/strength.ts). With --record, the durations that test/longest-first.ts reads in a clean clone are written. */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

import { ensureBuilt } from './build.ts'
import { ensureChromium } from './chromium.ts'
import { ensureLibreOffice } from './libreoffice.ts'
import { durationsFile, knownDurationsFile } from '../test/longest-first.ts'

const root = dirname(import.meta.dirname)
const reports = join(root, 'node_modules', '.cache', 'formward')
const unitReport = join(reports, 'unit.json')
const browserReport = join(reports, 'browser.json')
const say = (line: string) => console.log(line)
const isLong = process.argv.includes('--long')
if (isLong) process.env['TEST_STRENGTH'] = 'full'

const run = (program: string, args: string[], env: Record<string, string> = {}) =>
  new Promise<void>((done, fail) => {
    const child = spawn(join(root, 'node_modules', '.bin', program), args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.on('error', fail)
    child.on('exit', (code, signal) => (code === 0 ? done() : fail(new Error(`${program} ended with ${code ?? signal}`))))
  })

/** Runs steps in parallel, because each mostly uses one core. All run to the end, so that one run reports every failure. */
async function together(...running: Promise<unknown>[]) {
  const failed = (await Promise.allSettled(running)).filter((one) => one.status === 'rejected')
  if (failed.length > 0) throw new Error(failed.map(({ reason }) => String(reason instanceof Error ? reason.message : reason)).join(', '))
}

type Step = [name: string, step: () => Promise<unknown>]
const steps: Step[] = [
  [
    'types, lint, format, dead code; once, a browser and a spreadsheet program for the tests',
    () =>
      together(
        run('tsc', ['-b']),
        run('oxlint', ['--type-aware', '--deny-warnings']),
        run('prettier', ['--check', '--cache', '--log-level', 'warn', '.']),
        run('knip', []),
        run('knip', ['--production']),
        // One package manager at a time. It mostly waits for its downloads.
        ensureChromium(root, say).then(() => ensureLibreOffice(root, say)),
      ),
  ],
  ['build', () => ensureBuilt(root, say)],
  [
    'unit and API tests, structure',
    () => run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]).finally(recordDurations),
  ],
  ...(isLong ? [['unit and API tests on divided tables', () => run('vitest', ['run'], { TEST_PARTITIONS: '3' })] satisfies Step] : []),
  ['browser tests', () => run('playwright', ['test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport })],
]

type FileReport = { name: string; startTime: number; endTime: number }
type UnitReport = { numPassedTests: number; numFailedTests: number; testResults: FileReport[] }
type BrowserReport = { stats: { expected: number; flaky: number; unexpected: number } }

const readReport = <Report>(file: string) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return undefined
  }
}

/** For test/longest-first.ts, in the next run. */
function recordDurations() {
  const files = readReport<UnitReport>(unitReport)?.testResults ?? []
  if (files.length === 0) return
  const seconds = files.map(({ name, startTime, endTime }) => [relative(root, name), (endTime - startTime) / 1000] as const)
  writeFileSync(durationsFile, JSON.stringify(Object.fromEntries(seconds)))
  if (!process.argv.includes('--record')) return
  const slow = seconds.filter(([, took]) => took > 2).map(([file, took]) => [file, Math.round(took)] as const)
  writeFileSync(knownDurationsFile, `${JSON.stringify(Object.fromEntries(slow.toSorted()), undefined, 2)}\n`)
}

/** How many tests passed and failed, of those that ran; undefined when it never came to tests. */
const countTests = (isGreen: boolean) => {
  const unit = readReport<UnitReport>(unitReport)
  const browser = readReport<BrowserReport>(browserReport)
  if (!unit && !browser) return undefined
  const passed = (unit?.numPassedTests ?? 0) + (browser ? browser.stats.expected + browser.stats.flaky : 0)
  const failed = (unit?.numFailedTests ?? 0) + (browser?.stats.unexpected ?? 0)
  // A file that cannot be loaded, or an error outside a test, is a failure that no test counts.
  return `${passed} passed, ${isGreen ? failed : Math.max(failed, 1)} failed`
}

const runSteps = async () => {
  for (const [name, step] of steps) {
    say(`\n▸ ${name}`)
    const began = Date.now()
    try {
      await step()
    } catch (error) {
      say(`✗ ${name} failed after ${seconds(began)}: ${error instanceof Error ? error.message : String(error)}`)
      return false
    }
    say(`✓ ${name}: ${seconds(began)}`)
  }
  return true
}

const seconds = (began: number) => `${((Date.now() - began) / 1000).toFixed(1)} s`

mkdirSync(reports, { recursive: true })
for (const report of [unitReport, browserReport]) rmSync(report, { force: true })
const began = Date.now()
const isGreen = await runSteps()
say(`\n${isGreen ? 'All checks passed' : 'The check failed'} in ${seconds(began)}`)
const counts = countTests(isGreen)
if (counts) say(counts)
process.exitCode = isGreen ? 0 : 1
