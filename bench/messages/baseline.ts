import pg from 'pg'
import { NotifyClient } from 'notifications-node-client'

import type { NotificationMethod } from '#domain/notification.ts'

/**
 * The least that sending needs, as its own process: reads each message that waits, calls the provider, and records the answer, in two
 * prepared statements without row-level security. Nothing is checked, composed, or kept safe from a crash.
 */
export type BaselineTask = {
  databaseUrl: string
  providerUrl: string
  organisationId: string
  method: NotificationMethod
  body: string
  /** For GOV.UK Notify. */
  apiKey: string
  template: string
  /** For NHS Notify. */
  token: string
  plan: string
}
export type BaselineResult = { messages: number; seconds: number; cpuMs: number }

const atOnce = 20
const batchSize = 500

const task = JSON.parse(process.argv[2]!) as BaselineTask
const pool = new pg.Pool({ connectionString: task.databaseUrl, max: 10 })
const began = { at: performance.now(), cpu: process.cpuUsage() }

const waiting = await pool.query<{ id: string }>(
  "select id from notifications where organisation_id = $1 and method = $2 and status = 'queued'",
  [task.organisationId, task.method],
)
const ids = waiting.rows.map(({ id }) => id)
const batches = Array.from({ length: Math.ceil(ids.length / batchSize) }, (_, at) => ids.slice(at * batchSize, (at + 1) * batchSize))
const client = new NotifyClient(task.providerUrl, task.apiKey)
const work = task.method === 'sms' ? ids.map((id) => () => sendOne(id)) : batches.map((batch) => () => sendBatch(batch))
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (let next = work.pop(); next; next = work.pop()) await next()
  }),
)

const { user, system } = process.cpuUsage(began.cpu)
const result: BaselineResult = { messages: ids.length, seconds: (performance.now() - began.at) / 1_000, cpuMs: (user + system) / 1_000 }
process.stdout.write(JSON.stringify(result))
await pool.end()

async function sendOne(id: string) {
  const [message] = await read([id])
  const { data } = await client.sendSms(task.template, message!.phone_number, { personalisation: { body: task.body }, reference: id })
  await record([{ id, providerId: data.id }])
}

async function sendBatch(batch: string[]) {
  const messages = await read(batch)
  const attributes = {
    routingPlanId: task.plan,
    messageBatchReference: crypto.randomUUID(),
    messages: messages.map(({ id, nhs_number }) => ({
      messageReference: id,
      recipient: { nhsNumber: nhs_number },
      personalisation: { body: task.body },
    })),
  }
  const response = await fetch(`${task.providerUrl}/comms/v1/message-batches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${task.token}` },
    body: JSON.stringify({ data: { type: 'MessageBatch', attributes } }),
  })
  const { data } = (await response.json()) as { data: { attributes: { messages: { id: string; messageReference: string }[] } } } // as specified
  await record(data.attributes.messages.map(({ id, messageReference }) => ({ id: messageReference, providerId: id })))
}

async function read(wanted: string[]) {
  const { rows } = await pool.query<{ id: string; phone_number: string; nhs_number: string }>({
    name: 'read',
    text: `
      select n.id, r.status, r.expires_at, v.title, p.first_name, p.last_name, p.phone_number, p.nhs_number, p.is_archived, p.may_be_contacted
      from notifications n
      join form_requests r on r.organisation_id = n.organisation_id and r.id = n.request_id
      join patients p on p.organisation_id = r.organisation_id and p.id = r.patient_id
      join form_versions v on v.organisation_id = r.organisation_id and v.form_id = r.form_id and v.version = r.form_version
      where n.organisation_id = $1 and n.id = any($2::uuid[]) and n.status = 'queued'`,
    values: [task.organisationId, wanted],
  })
  return rows
}

async function record(sent: { id: string; providerId: string }[]) {
  await pool.query({
    name: 'record',
    text: `
      with sent as (
        update notifications n set status = 'accepted', sent_at = now(), provider_id = s.provider_id, channel = 'baseline', attempts = 1
        from unnest($2::uuid[], $3::text[]) as s(id, provider_id)
        where n.organisation_id = $1 and n.id = s.id and n.status = 'queued'
        returning n.organisation_id, n.request_id),
      notified as (
        update form_requests r set notified_at = now() from sent s
        where r.organisation_id = s.organisation_id and r.id = s.request_id and r.notified_at is null)
      insert into form_request_events (organisation_id, request_id, kind, actor_kind, detail)
      select organisation_id, request_id, 'accepted', 'worker', '{}' from sent`,
    values: [task.organisationId, sent.map(({ id }) => id), sent.map(({ providerId }) => providerId)],
  })
}
