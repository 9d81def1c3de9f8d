import pg from 'pg'

import { openLinks } from '../harness/links.ts'
import type { Bench } from '../harness/bench.ts'
import type { Filled } from '../harness/cluster.ts'
import { startServer } from '../harness/server.ts'
import { runOpenLoop } from './open-loop.ts'
import { openPatient } from './patient.ts'
import { openColleague } from './staff.ts'

/** 50 members of staff and 500 patients at once, for two minutes; a tenth of both for a tenth of the time. */
const whole = { staff: 50, patients: 500, staffPace: 6_000, patientPace: 20_000, seconds: 120 }
const tenth = { staff: 5, patients: 50, staffPace: 1_500, patientPace: 4_000, seconds: 12 }

export const benchConcurrency: Bench = async ({ cluster, size, isQuick, say }) => {
  const { staff, patients, staffPace, patientPace, seconds } = isQuick ? tenth : whole
  await cluster.fill(size)
  const filled = await cluster.copy(size)
  const server = await startServer(filled.url, { apis: 2, workers: 1 })
  try {
    const [links, questions] = [await openLinks(filled, patients * 12), questionsOf(filled)]
    const [work, members] = [await completedAndFree(filled, staff * 40), filled.organisation.members.slice(4)]
    const colleagues = []
    for (let nth = 0; nth < staff; nth++) colleagues.push(await openColleague(server, nth, members[nth]!.id, work.splice(0, 40)))
    say(`${staff} of staff signed in`)
    const people = Array.from({ length: patients }, (_, nth) =>
      openPatient(server.addresses[nth % 2]!, nth, () => links.shift(), questions),
    )
    const found = await runOpenLoop(
      [
        { people: colleagues, pace: staffPace },
        { people, pace: patientPace },
      ],
      seconds * 1_000,
    )
    const perSecond = (staff * 1_000) / staffPace + (patients * 1_000) / patientPace
    const rows = [...found]
      .toSorted(([one], [other]) => other.localeCompare(one))
      .map(([what, { latencies, errors }]) => ({
        what,
        values: {
          times: latencies.count(),
          p50: latencies.at(50),
          p99: latencies.at(99),
          'p99.9': latencies.at(99.9),
          errors: [...errors].map(([kind, count]) => `${count} × ${kind}`).join(', ') || 'none',
        },
        isPastLimit: errors.size > 0,
      }))
    const about = `${staff} members of staff and ${patients} patients at once for ${seconds} seconds, ${perSecond.toFixed(0)} steps a second however slow the server is, against two API processes and a worker. Milliseconds from the moment a step was due, so that waiting counts; a step of a patient is a press and the page that follows. No error is expected.`
    return [{ title: 'Many people at once', about, rows }]
  } finally {
    await server.stop()
    await filled.drop()
  }
}

const questionsOf = ({ organisation }: Filled) =>
  new Map(
    organisation.forms.flatMap(({ versions }) =>
      versions.flatMap(({ definition }) => definition.questions.map((one) => [one.id, one] as const)),
    ),
  )

/** Completed requests that are unassigned. */
async function completedAndFree({ url, organisation }: Filled, count: number) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    `select id from form_requests where organisation_id = $1 and status = 'completed' and assignee_id is null order by id limit $2`,
    [organisation.id, count],
  )
  await client.end()
  return rows.map(({ id }) => id)
}
