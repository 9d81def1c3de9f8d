// Upgrades a filled database of the last release while it is used: `npm run survive:upgrade [-- --rows 1000000]`.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { runUpgrade, type UpgradeResult } from './run-upgrade.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' }, from: { type: 'string', default: '0014-keys' } } })
const rows = Number(values.rows)
if (!Number.isInteger(rows) || rows < 1_000) throw new Error('--rows: expects a whole number from 1000')

function report({ parts, migrations, said, failures, faults, sendings, imports, answered, folder }: UpgradeResult) {
  for (const { part, seconds, calls, errors, longestGapMs, slowestMs } of parts)
    say(
      `${part}: ${Math.round(seconds)} s, ${calls} calls, errors ${JSON.stringify(errors)}, longest gap ${longestGapMs.read} ms reading, ${longestGapMs.act} ms acting, slowest ${slowestMs.read} and ${slowestMs.act} ms`,
    )
  say(`migrations of a second or more: ${JSON.stringify(migrations)}`)
  say(`npm run migrate said:\n${said}`)
  say(`${sendings} sendings, ${imports} lists imported, exported and closed, ${answered} patients`)
  for (const failure of new Set(failures)) say(`${failures.filter((one) => one === failure).length} × ${failure}`)
  for (const fault of faults.slice(0, 20)) say(fault)
  if (faults.length) writeFileSync(join(folder, 'faults.txt'), faults.join('\n'))
  say(
    faults.length
      ? `Something was lost or done twice. The logs are in ${folder}`
      : `Nothing lost, nothing twice. The logs are in ${folder}`,
  )
}

// Who interrupts it ends everything that it has started, too: that happens at its exit.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

const result = await runUpgrade({ lastMigration: values.from, rows, say })
report(result)
process.exit(result.faults.length ? 1 : 0)
