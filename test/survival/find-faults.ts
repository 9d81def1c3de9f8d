import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { compileCache } from '#test/compile-cache.ts'
import { production } from '#test/production.ts'

import { abandonedJobs, faultQuestions, unfinishedJobs } from './checks.ts'
import { Passing, persist, untilDone } from './clients/persist.ts'
import type { World } from './round-context.ts'

const root = join(import.meta.dirname, '../..')

/** Waits until no work is left; throws with the remaining work if it does not end. */
export const untilQuiet = ({ installation }: World) =>
  untilDone('the end of all jobs', async () => {
    const left = await installation.ask(unfinishedJobs)
    if (left.length === 0) return true
    throw new Passing(JSON.stringify(left.slice(0, 5)))
  })

/** Everything that is not as it was promised, in words. */
export async function findFaults(world: World, since: string): Promise<string[]> {
  const { ask } = world.installation
  const faults = [...world.ledger.breakdowns, ...world.installation.programs.flatMap(({ deaths }) => deaths)]
  for (const [promise, question] of Object.entries(faultQuestions))
    for (const row of (await ask(question, [world.organisationId, since])).slice(0, 5))
      faults.push(`NOT SO: ${promise}: ${JSON.stringify(row)}`)
  for (const job of await ask(abandonedJobs)) faults.push(`A job was given up: ${JSON.stringify(job)}`)
  faults.push(...(await lostOrTwice(world)), ...(await mailFaults(world, since)), ...(await untrueTotals(world)))
  return faults
}

/** Compares what was confirmed with what is stored. */
async function lostOrTwice({ installation: { ask }, ledger, organisationId }: World) {
  const faults: string[] = []
  const uploads = await ask<{ id: string }>('select id from import_jobs where organisation_id = $1', [organisationId])
  const known = new Set(uploads.map(({ id }) => id))
  for (const id of ledger.uploads.acknowledged) if (!known.has(id)) faults.push(`An acknowledged upload is lost: ${id}`)
  for (const { id, good } of ledger.imports) {
    const [job] = await ask('select status, imported_rows from import_jobs where id = $1', [id])
    if (job?.['status'] !== 'completed' || job['imported_rows'] !== good)
      faults.push(`An acknowledged import of ${good} rows is ${JSON.stringify(job)}`)
  }
  for (const { key, ids, patientIds } of ledger.sendings) {
    const sent = await ask<{ id: string; patient_id: string }>('select id, patient_id from form_requests where sending_key = $1', [key])
    const isAsPromised =
      same(
        sent.map(({ id }) => id),
        ids,
      ) &&
      same(
        sent.map(({ patient_id }) => patient_id),
        patientIds,
      )
    if (!isAsPromised)
      faults.push(`A sending to ${patientIds.length} patients, acknowledged for ${ids.length}, made ${sent.length} requests`)
  }
  for (const [id, { kept, isSent }] of ledger.answers) {
    const [there] = await ask<{ status: string; answers: Record<string, string> | null; drafted: Record<string, string> | null }>(
      `select r.status, s.answers, d.answers as drafted from form_requests r
       left join submissions s on s.organisation_id = r.organisation_id and s.request_id = r.id
       left join answer_drafts d on d.organisation_id = r.organisation_id and d.request_id = r.id where r.id = $1`,
      [id],
    )
    const found = there?.answers ?? there?.drafted ?? {}
    const lost = Object.entries(kept).filter(([question, answer]) => found[question] !== answer)
    if (lost.length || (isSent && !there?.answers)) faults.push(`Answers to ${id} are lost: ${JSON.stringify({ lost, isSent, there })}`)
  }
  for (const [id, { status, assigneeId }] of ledger.changes) {
    const [there] = await ask('select status, assignee_id from form_requests where id = $1', [id])
    if (there?.['status'] !== status || there['assignee_id'] !== assigneeId)
      faults.push(`A change of ${id} is lost: ${JSON.stringify({ status, assigneeId, there })}`)
  }
  for (const { id, good } of ledger.closedLists) {
    const [closed] = await ask<{ count: number }>(
      "select count(*)::int as count from form_requests where organisation_id = $1 and import_job_id = $2 and status = 'closed'",
      [organisationId, id],
    )
    if (closed?.count !== good) faults.push(`Of ${good} requests that one press closed, ${closed?.count} are`)
  }
  return faults
}

const same = (one: string[], other: string[]) => JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted())

/**
 * Mail can leave twice only where the worker died between the mail server's yes and its own note of it (docs/decisions/0025): never more often
 * than a try was noted before, always under the same Message-ID, and never for a message that did not end as sent.
 */
async function mailFaults({ installation: { ask }, organisationId, mails }: World, since: string) {
  const copies = new Map<string, number>()
  for (const mail of mails) {
    const id = /^Message-ID: <([0-9a-f-]{36})@/im.exec(mail)?.[1] ?? 'without id'
    copies.set(id, (copies.get(id) ?? 0) + 1)
  }
  const sent = await ask<{ id: string; status: string; attempts: number }>(
    `select n.id, n.status, n.attempts from notifications n join form_requests r on r.organisation_id = n.organisation_id and r.id = n.request_id
     where n.organisation_id = $1 and r.created_at > $2 and n.method = 'email'`,
    [organisationId, since],
  )
  return sent.flatMap(({ id, status, attempts }) => {
    const left = copies.get(id) ?? 0
    const isFine = status === 'sent' ? left >= 1 && left <= attempts : status === 'cancelled' && left <= attempts
    return isFine ? [] : [`A message that ended as ${status} after ${attempts} tries left the house ${left} times`]
  })
}

/** Totals are stored, so they must equal a count. */
async function untrueTotals({ installation: { ask }, staff, organisationId }: World) {
  type List = { totalDocs: number; groupings: { status: Record<string, number> } }
  const list = await persist('the list', () => staff.call<List>('GET', '/api/forms/request?limit=10'))
  const patients = await persist('the list', () => staff.call<List>('GET', '/api/patients/patient?limit=10'))
  const counted = await ask<{ status: string; count: number }>(
    'select status, count(*)::int as count from form_requests where organisation_id = $1 group by status',
    [organisationId],
  )
  const [alive] = await ask<{ count: number }>(
    'select count(*)::int as count from patients where organisation_id = $1 and archived_at is null',
    [organisationId],
  )
  const total = counted.reduce((sum, { count }) => sum + count, 0)
  const faults = counted
    .filter(({ status, count }) => list.groupings.status[status] !== count)
    .map(({ status, count }) => `The list says ${list.groupings.status[status]} are ${status}, counted are ${count}`)
  if (list.totalDocs !== total) faults.push(`The list says ${list.totalDocs} requests, counted are ${total}`)
  if (patients.totalDocs !== alive?.count) faults.push(`The list says ${patients.totalDocs} patients, counted are ${alive?.count}`)
  return faults
}

/** The audit log is complete according to the operator's own command. */
export async function auditFaults({ installation: { url } }: World): Promise<string[]> {
  const verifying = spawn(process.execPath, [join(root, 'scripts/operator/audit-verify.ts')], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', ...production, DATABASE_URL: url, LOG_LEVEL: 'silent', NODE_COMPILE_CACHE: compileCache },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [verifying.stdout, verifying.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(verifying, 'exit')) as [number | null]
  return code === 0 ? [] : [`The audit log does not verify: ${said}`]
}
