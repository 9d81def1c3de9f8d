import { setTimeout as sleep } from 'node:timers/promises'

import { collectLatencies, type Latencies } from '../harness/latencies.ts'

/** One step of a user: its name and its action, which throws on failure. */
export type Step = { what: string; act: () => Promise<void> }
/** Somebody with a next step, always. */
export type Person = () => Step

/** The longest wait after the end for a server that cannot keep up. */
const patience = 30_000

type Tally = { latencies: Latencies; errors: Map<string, number> }

/**
 * So many people at a fixed pace, whatever the server does: each begins a step every `pace` milliseconds. Whoever is still waiting begins the next one late,
 * and every step is timed from the moment it was due, so that waiting in line counts.
 */
export async function runOpenLoop(groups: { people: Person[]; pace: number }[], milliseconds: number) {
  const tallies = new Map<string, Tally>()
  const began = performance.now()
  const live = async (person: Person, pace: number, nth: number, of: number) => {
    for (let due = began + (pace * nth) / of; due < began + milliseconds; due += pace) {
      await sleep(Math.max(0, due - performance.now()))
      const { what, act } = person()
      const isTooLate = performance.now() > began + milliseconds + patience
      const tally = tallies.get(what) ?? { latencies: collectLatencies(), errors: new Map<string, number>() }
      tallies.set(what, tally)
      const tell = (kind: string) => tally.errors.set(kind, (tally.errors.get(kind) ?? 0) + 1)
      if (isTooLate) tell('never begun')
      else await act().catch((error: Error) => tell(kindOf(error)))
      tally.latencies.add(performance.now() - due)
    }
  }
  await Promise.all(groups.flatMap(({ people, pace }) => people.map((person, nth) => live(person, pace, nth, people.length))))
  return tallies
}

const kindOf = ({ message, cause }: Error) => (cause as { code?: string } | undefined)?.code ?? message
