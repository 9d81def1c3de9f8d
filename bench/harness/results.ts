import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, release, totalmem, type as system } from 'node:os'

/** One row of a table: its name, and its columns by heading. `isPastLimit` is marked, but is no failure. */
export type Measurement = { what: string; values: Record<string, string | number>; isPastLimit?: boolean }
/** A table for readers: a description of a sentence or two, and rows with the same columns. */
export type Table = { title: string; about: string; rows: Measurement[] }

/** Milliseconds, or how many: three digits are all a measurement is worth. */
export const short = (value: number) =>
  !Number.isFinite(value)
    ? '–'
    : value >= 100
      ? Math.round(value).toLocaleString('en-GB')
      : String(Number(value.toPrecision(value < 1 ? 2 : 3)))
export const times = (ratio: number) => (Number.isFinite(ratio) ? `${ratio.toFixed(ratio < 10 ? 2 : 0)} ×` : '–')

function tableInWords({ title, about, rows }: Table) {
  const heads = Object.keys(rows[0]?.values ?? {})
  const line = (cells: (string | number)[]) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`
  const past = rows.filter(({ isPastLimit }) => isPastLimit).length
  return [
    `## ${title}`,
    '',
    about,
    '',
    line(['', ...heads]),
    line(['---', ...heads.map(() => '--:')]),
    ...rows.map(({ what, values, isPastLimit }) =>
      line([
        isPastLimit ? `**${what}** ⚠` : what,
        ...heads.map((head) => (typeof values[head] === 'number' ? short(values[head]) : (values[head] ?? ''))),
      ]),
    ),
    '',
    past ? `${past} of ${rows.length} past the limit, marked ⚠.` : `None of ${rows.length} past its limit.`,
    '',
  ]
}

/** The whole of a run as one page: on which machine, when, of which version, and every table. */
export function writeResults(file: string, tables: Table[], { postgres, about }: { postgres: string; about: string }) {
  const cores = cpus()
  const head = [
    '# What was measured',
    '',
    about,
    '',
    `- ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, commit ${commit()}`,
    `- ${cores.length} cores of ${cores[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 1024 ** 3)} GB, ${system()} ${release()}`,
    `- Node ${process.version}, ${postgres}. The server, PostgreSQL and the measuring program share these cores.`,
    '- Compare within a table: absolute figures depend on the machine.',
    '',
  ]
  writeFileSync(file, [...head, ...tables.flatMap(tableInWords)].join('\n'))
}

function commit() {
  try {
    const [hash, changed] = [
      ['rev-parse', '--short', 'HEAD'],
      ['status', '--porcelain'],
    ].map((args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim())
    return `${hash}${changed ? ' with changes' : ''}`
  } catch {
    return 'unknown'
  }
}
