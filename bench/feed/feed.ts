import { randomUUID } from 'node:crypto'

import pg from 'pg'

import { openLogins, type Logins } from '#test/care-aggregator/logins.ts'
import { endFile } from '#test/end-of-file.ts'

import type { Bench } from '../harness/bench.ts'
import type { Filled } from '../harness/cluster.ts'
import { startServer } from '../harness/server.ts'
import { runOpenLoop } from '../load/open-loop.ts'

/** Requirements of the Patient Care Aggregator: so many calls a second, and 95 of 100 within so many milliseconds. */
const [callsPerSecond, maxP95] = [25, 400]
const paceMs = 1_000

/** The feed of the NHS App at the pace that its standard names, each call for another patient (PEP-3). */
export const benchFeed: Bench = async ({ cluster, size, isQuick, say }) => {
  const seconds = isQuick ? 10 : 60
  await cluster.fill(size)
  const filled = await cluster.copy(size)
  const logins = await openLogins()
  const server = await startServer(filled.url, { environment: logins.config })
  try {
    const calls = await makeCalls(filled, logins, callsPerSecond * (seconds + 1))
    say(`${calls.length} patients have signed in`)
    let tasks = 0
    const person = () => ({
      what: 'GET /FHIR/R4/Task',
      act: async () => {
        const { query, token, bearer } = calls.pop()!
        const answer = await fetch(`${server.address}/FHIR/R4/Task?${query}`, {
          headers: { authorization: `Bearer ${bearer}`, 'nhsd-id-token': token, 'x-correlation-id': randomUUID() },
        })
        if (answer.status !== 200) throw new Error(String(answer.status))
        tasks += ((await answer.json()) as { total: number }).total
      },
    })
    const found = await runOpenLoop([{ people: Array.from({ length: callsPerSecond }, () => person), pace: paceMs }], seconds * 1_000)
    const rows = [...found].map(([what, { latencies, errors }]) => ({
      what,
      values: {
        times: latencies.count(),
        p50: latencies.at(50),
        p95: latencies.at(95),
        p99: latencies.at(99),
        'form requests': tasks,
        errors: [...errors].map(([kind, count]) => `${count} × ${kind}`).join(', ') || 'none',
        limit: `p95 ${maxP95} ms`,
      },
      isPastLimit: errors.size > 0 || latencies.at(95) > maxP95 || tasks === 0,
    }))
    return [
      {
        title: 'The NHS App feed',
        about: `${callsPerSecond} calls a second for ${seconds} seconds, however slow the server is, in an organisation with ${size.toLocaleString('en-GB')} form requests, against one API process. Each call is for another patient, with a bearer token and an NHS login ID token to be checked. Milliseconds from the moment a call was due, so that waiting counts.`,
        rows,
      },
    ]
  } finally {
    await server.stop()
    await endFile()
    await filled.drop()
  }
}

/** Calls for patients of 16 and over who have a form request, in an organisation that shows it in the NHS App. */
async function makeCalls({ url, organisation }: Filled, { nhsLogin, aggregator, person }: Logins, count: number) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('insert into nhs_app_settings (organisation_id, is_on) values ($1, true)', [organisation.id])
  const { rows } = await client.query<{ nhs_number: string; born: string }>(
    `select p.nhs_number, p.date_of_birth::text as born from nhs_app_patients n
     join patients p on p.organisation_id = n.organisation_id and p.id = n.patient_id
     where n.organisation_id = $1 and n.is_current and n.sixteen_on <= current_date
       and exists (select from form_requests r where r.organisation_id = p.organisation_id and r.patient_id = p.id)
     order by p.id limit $2`,
    [organisation.id, count],
  )
  await client.end()
  const bearer = await aggregator.sign({})
  return Promise.all(
    rows.map(async ({ nhs_number: nhsNumber, born }) => ({
      query: `patient:identifier=${encodeURIComponent(`https://fhir.nhs.uk/Id/nhs-number|${nhsNumber}`)}`,
      token: await nhsLogin.sign(person(nhsNumber, born)),
      bearer,
    })),
  )
}
