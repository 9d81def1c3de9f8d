import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { compileCache } from '#test/compile-cache.ts'
import { production } from '#test/production.ts'

import { abandonedJobs, faultQuestions, unfinishedJobs } from './checks.ts'
import { Passing, persist, untilDone } from './clients/persist.ts'
import type { World } from './round-context.ts'

const root = join(import.meta.dirname, '../..')

/** Waits until no work is left and the providers have reported everything; throws with the remaining work if it does not end. */
export const untilQuiet = ({ installation, providers }: World) =>
  untilDone('the end of all jobs', async () => {
    // A callback can start a job, and a job can send a message: both must be at rest at the same time.
    const before = providers.isQuiet() && providers.messages.length
    const left = await installation.ask(unfinishedJobs)
    if (left.length > 0) throw new Passing(JSON.stringify(left.slice(0, 5)))
    if (before === false || !providers.isQuiet() || before !== providers.messages.length) throw new Passing('providers still call back')
    return true
  })

/** Everything that is not as it was promised, in words. */
export async function findFaults(world: World, since: string): Promise<string[]> {
  const { ask } = world.installation
  const faults = [...world.ledger.breakdowns, ...world.installation.programs.flatMap(({ deaths }) => deaths)]
  for (const [promise, question] of Object.entries(faultQuestions))
    for (const row of (await ask(question, [world.organisationId, since])).slice(0, 5))
      faults.push(`NOT SO: ${promise}: ${JSON.stringify(row)}`)
  for (const job of await ask(abandonedJobs)) faults.push(`A job was given up: ${JSON.stringify(job)}`)
  faults.push(
    ...(await lostOrTwice(world)),
    ...(await mailFaults(world, since)),
    ...(await providerFaults(world, since)),
    ...(await untrueTotals(world)),
  )
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
async function mailFaults(world: World, since: string) {
  const copies = new Map<string, number>()
  for (const mail of world.mails) {
    const id = /^Message-ID: <([0-9a-f-]{36})@/im.exec(mail)?.[1] ?? 'without id'
    copies.set(id, (copies.get(id) ?? 0) + 1)
  }
  const sent = (await listMessages(world, since)).filter(({ method }) => method === 'email')
  return sent.flatMap(({ id, status, attempts }) => {
    const left = copies.get(id) ?? 0
    const isFine = status === 'sent' ? left >= 1 && left <= attempts : status === 'cancelled' && left <= attempts
    return isFine ? [] : [`A message that ended as ${status} after ${attempts} tries left the house ${left} times`]
  })
}

type StoredMessage = {
  id: string
  method: string
  status: string
  attempts: number
  channel: string | null
  provider_id: string | null
  follows: string | null
  isReminder: boolean
  completed_at: Date | null
}

/** Every message of the requests that were made since the start of the test. */
export const listMessages = ({ installation: { ask }, organisationId }: World, since: string) =>
  persist('the messages', () =>
    ask<StoredMessage>(
      `select n.id, n.method, n.status, n.attempts, n.channel, n.provider_id, n.follows_id as follows, n.reminder_number is not null as "isReminder",
         r.completed_at
       from notifications n join form_requests r on r.organisation_id = n.organisation_id and r.id = n.request_id
       where n.organisation_id = $1 and r.created_at > $2`,
      [organisationId, since],
    ).catch((error: Error) => Promise.reject(new Passing(error.message))),
  )

/** What a message is after everything that its provider has told about it, in any order. */
function statusOf(told: readonly string[]) {
  if (told.includes('read') || told.includes('delivered')) return told.find((status) => status === 'read' || status === 'delivered')
  if (told.some((status) => status.includes('fail'))) return 'failed'
  return told.includes('sending') ? 'sent' : 'accepted'
}

/** A message is checked right before it is sent. Then it waits for its turn, and the provider may be slow. In milliseconds. */
const afterCheckMs = 15_000

/** Both providers know a message by its reference, so each arrives once, and each is stored as its provider last reported it. */
async function providerFaults(world: World, since: string) {
  const faults = world.providers.faults()
  const stored = new Map((await listMessages(world, since)).map((one) => [one.id, one]))
  const arrived = Map.groupBy(world.providers.messages, ({ reference }) => reference.split('.')[1] ?? reference)
  for (const [id, copies] of arrived) {
    const [{ provider, id: providerId, told, arrivedAt }, message] = [copies[0]!, stored.get(id)] // a group has at least one
    if (copies.length > 1) faults.push(`A message reached ${provider} ${copies.length} times`)
    if (!message) faults.push(`${provider} has a message that is not stored`)
    // Cancelled while the provider took it, by a worker that was killed before it could say so.
    else if (message.status === 'cancelled' && told.length === 0 && message.attempts > 0) continue
    else if (message.status !== statusOf(told))
      faults.push(`A message that ${provider} reported as ${told.join(', ') || 'taken'} is stored as ${message.status}`)
    else if (message.channel !== provider || (message.provider_id !== null && message.provider_id !== providerId))
      faults.push(`A message of ${provider} is stored with another id, or as one of ${message.channel}`)
    else if (message.completed_at && arrivedAt > message.completed_at.getTime() + afterCheckMs)
      faults.push(`A message reached ${provider} ${arrivedAt - message.completed_at.getTime()} ms after the answer`)
  }
  for (const { id, method, status } of stored.values())
    if (method !== 'email' && !arrived.has(id) && status !== 'cancelled')
      faults.push(`A message by ${method} that is ${status} reached no provider`)
  return faults
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
  faults.push(...(await untrueMessageTotals(organisationId, ask, staff)))
  if (patients.totalDocs !== alive?.count) faults.push(`The list says ${patients.totalDocs} patients, counted are ${alive?.count}`)
  return faults
}

type MessageGroup = { method: string; status: string; reasonCode: string | null; messages: number; fragments: number }

/** Messages are counted by triggers (docs/decisions/0041). */
async function untrueMessageTotals(organisationId: string, ask: World['installation']['ask'], staff: World['staff']) {
  const { groups } = await persist('the totals of messages', () =>
    staff.call<{ groups: MessageGroup[] }>('GET', '/api/forms/message/totals'),
  )
  const counted = await ask<MessageGroup>(
    `select method, status, reason_code as "reasonCode", count(*)::int as messages, coalesce(sum(fragments), 0)::int as fragments
     from notifications where organisation_id = $1 group by 1, 2, 3`,
    [organisationId],
  )
  const inWords = (all: MessageGroup[]) =>
    all
      .filter(({ messages }) => messages > 0)
      .map(({ method, status, reasonCode, messages, fragments }) => `${messages} ${method} ${status} ${reasonCode ?? ''} ${fragments}`)
      .toSorted()
  const [shown, there] = [inWords(groups), inWords(counted)]
  return shown.join() === there.join() ? [] : [`The totals of messages say ${shown.join(', ')}; counted are ${there.join(', ')}`]
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
