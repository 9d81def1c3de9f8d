import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem, type as system } from 'node:os'
import { join } from 'node:path'

/** One row of a table: its name, and its columns by heading. `isPastLimit` is marked, but is no failure. */
export type Measurement = { what: string; values: Record<string, string | number>; isPastLimit?: boolean }
/**
 * A table for readers: a description of a sentence or two, and rows with the same columns. `inShort`: the columns that the page of results
 * shows, where a table has more than a page holds.
 */
export type Table = { title: string; about: string; inShort?: string[]; rows: Measurement[] }

/** One measurement with all that must be known to read it. `at`: ISO 8601, UTC. */
export type Result = { name: string; at: string; minutes: number; commit: string; machine: string; versions: string; tables: Table[] }

/** Milliseconds, or how many: three digits are all a measurement is worth. */
export const short = (value: number) =>
  !Number.isFinite(value)
    ? '–'
    : value >= 100
      ? Math.round(value).toLocaleString('en-GB')
      : String(Number(value.toPrecision(value < 1 ? 2 : 3)))
export const times = (ratio: number) => (Number.isFinite(ratio) ? `${ratio.toFixed(ratio < 10 ? 2 : 0)} ×` : '–')

const line = (cells: (string | number)[]) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`

const gridOf = (rows: Measurement[], heads: string[]) => [
  line(['', ...heads]),
  line(['---', ...heads.map(() => '--:')]),
  ...rows.map(({ what, values, isPastLimit }) =>
    line([
      isPastLimit ? `**${what}** ⚠` : what,
      ...heads.map((head) => (typeof values[head] === 'number' ? short(values[head]) : (values[head] ?? ''))),
    ]),
  ),
]

const headsOf = ({ rows }: Table) => Object.keys(rows[0]?.values ?? {})
const pastLimit = ({ rows }: Table) => rows.filter((row) => row.isPastLimit)
const verdictOn = (table: Table) =>
  pastLimit(table).length > 0
    ? `${pastLimit(table).length} of ${table.rows.length} past the limit, marked ⚠.`
    : `None of ${table.rows.length} past its limit.`

/** Tables as they were measured, with every row and column. */
export const tablesInWords = (tables: Table[]) =>
  tables.flatMap((table) => [`## ${table.title}`, '', table.about, '', ...gridOf(table.rows, headsOf(table)), '', verdictOn(table), ''])

/** The most rows that the page of results shows of a table: of a longer one, those past their limit. */
const mostRows = 16

function tableInShort(table: Table) {
  const rows = table.rows.length <= mostRows ? table.rows : pastLimit(table)
  const rest = rows.length < table.rows.length ? ' The others are in [TABLES.md](TABLES.md).' : ''
  return [
    `### ${table.title}`,
    '',
    ...(rows.length > 0 ? [...gridOf(rows, table.inShort ?? headsOf(table)), ''] : []),
    verdictOn(table) + rest,
    '',
  ]
}

const dayOf = ({ at }: Result) => at.slice(0, 10)
const origin = (result: Result) =>
  `${dayOf(result)}, commit ${result.commit}, ${short(result.minutes)} minutes, on ${result.machine}; ${result.versions}.`

/** Every measurement as it was last made, on two pages: what a person reads, and all tables. */
function writePages(folder: string) {
  const kept = join(folder, 'results')
  const results = readdirSync(kept)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(join(kept, file), 'utf8')) as Result)
  const introduction = readFileSync(join(kept, 'introduction.md'), 'utf8')
  const overview = results.map((result) => {
    const rows = result.tables.flatMap((table) => table.rows)
    const within = rows.filter((row) => !row.isPastLimit).length
    return line([`\`${result.name}\``, dayOf(result), result.commit, `${within} of ${rows.length}`])
  })
  const page = [
    introduction,
    '## Overview',
    '',
    line(['measurement', 'made on', 'of commit', 'within the limit']),
    line(['---', '---', '---', '--:']),
    ...overview,
    '',
    ...results.flatMap(({ name, tables }) => [`## \`${name}\``, '', ...tables.flatMap(tableInShort)]),
  ]
  writeFileSync(join(folder, 'RESULTS.md'), page.join('\n'))
  const all = results.flatMap((result) => [`# \`${result.name}\``, '', origin(result), '', ...tablesInWords(result.tables)])
  writeFileSync(join(folder, 'TABLES.md'), all.join('\n'))
}

type Measured = { name: string; minutes: number; postgres: string; tables: Table[] }

/** Keeps the tables of one measurement in place of its last ones, and writes the pages anew. */
export function keepResult(folder: string, { name, minutes, postgres, tables }: Measured) {
  const cores = cpus()
  const result: Result = {
    name,
    at: new Date().toISOString(),
    minutes,
    commit: commit(),
    machine: `${cores.length} cores of ${cores[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 1024 ** 3)} GB, ${system()} ${release()}`,
    versions: `Node ${process.version}, ${postgres}`,
    tables,
  }
  writeFileSync(join(folder, 'results', `${name}.json`), `${JSON.stringify(result, undefined, 2)}\n`)
  writePages(folder)
}

function commit() {
  try {
    const [hash, changed] = [
      ['rev-parse', '--short', 'HEAD'],
      ['status', '--porcelain', '--', ':!bench/RESULTS.md', ':!bench/TABLES.md', ':!bench/results'],
    ].map((args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim())
    return `${hash}${changed ? ' with changes' : ''}`
  } catch {
    return 'unknown'
  }
}
