// Kills the product again and again and looks whether anything was lost or done twice: `npm run survive [-- --rounds 100 --seed 1]`.
import { parseArgs } from 'node:util'

import { runRounds, type Outcome } from './run-rounds.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

function readOptions() {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } } })
  const [rounds, seed] = [Number(values.rounds), Number(values.seed)]
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds: expects a whole number from 1')
  if (!Number.isInteger(seed) || seed < 0) throw new Error('--seed: expects a whole number')
  return { rounds, seed }
}

function report({ rounds, kills, ledger, mails, messages, followed, reminded, faults, folder }: Outcome) {
  const killed = Object.entries(kills).map(([target, count]) => `${target} ${count}`)
  say(`${rounds} rounds; killed: ${killed.join(', ')}`)
  say(
    `acknowledged: ${ledger.uploads.acknowledged.length} uploads (in ${ledger.uploads.attempts} attempts), ${ledger.imports.length} imports, ` +
      `${ledger.sendings.length} sendings, ${ledger.answers.size} patients, ${ledger.changes.size} changed requests, ${ledger.closedLists.length} lists closed, ${ledger.exports.length} exports; ${mails} mails, ${messages} messages at providers, ${followed} by the next method, ${reminded} reminders`,
  )
  for (const fault of faults.slice(0, 20)) say(fault)
  say(faults.length ? `NOT SURVIVED. The database and the logs are in ${folder}` : 'Nothing lost, nothing twice')
}

// Who interrupts it ends everything that it has started, too: that happens at its exit.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

const outcome = await runRounds({ ...readOptions(), say })
report(outcome)
process.exit(outcome.faults.length ? 1 : 0)
