import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import type { OwnServer } from './server.ts'

/**
 * An organisation of a test's own in the database of the server, with the ready-made waiting-list check as its only form and the password of the
 * demonstration for its users. `query` moves days, and `runJob` starts a job of the worker before its time.
 */
export async function openOwnOrganisation({ database }: OwnServer) {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const query = async <Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await client.query<Row>(text, values)).rows
  const id = randomUUID()
  const name = `Harrow Vale Hospital ${id.slice(0, 6)}`
  await query(
    `insert into organisations (id, name, ods_code, second_factor_required, sending_from, sending_until, sends_on_weekdays_only,
       sends_on_bank_holidays, cascade_methods, reminder_days, sms_fragment_price, contact_phone, contact_hours, contact_address)
     values ($1, $2, $3, false, 0, 24, false, true, '{}', 3, 2.4, '01632 960111', 'Monday to Friday, 9am to 5pm', $4)`,
    [id, name, `J${id.slice(0, 4)}`, `${name}\n1 Example Way\nExampletown\nEX1 1AA`],
  )
  const formId = randomUUID()
  const demoForm = `f.type = 'waiting_list' and o.name = 'Northbury University Hospitals'`
  await query(
    `insert into forms (organisation_id, id, title, description, type, draft, draft_revision, draft_edited_at, live_version)
     select $1, $2, f.title, f.description, f.type, f.draft, 1, now(), 1
     from forms f join organisations o on o.id = f.organisation_id where ${demoForm}`,
    [id, formId],
  )
  await query(
    `insert into form_versions (organisation_id, form_id, version, title, description, definition, change_notes, published_at)
     select $1, $2, 1, title, description, draft, 'First version', now() from forms where organisation_id = $1 and id = $2`,
    [id, formId],
  )
  return {
    id,
    name,
    query,
    end: () => client.end(),
    /** A user with an account, and the email address to sign in with. */
    user: async (firstName: string, { isClinician = false } = {}) => {
      const subject = randomUUID()
      const emailAddress = `${firstName.toLowerCase()}.${id.slice(0, 6)}@example.com` as const
      await query(
        `insert into accounts (id, email_address, password_hash, failed_attempts, tokens_valid_from, is_active, is_demo)
         select $1, $2, password_hash, 0, now() - interval '1 day', true, true from accounts where email_address = 'user@demo.formward.example'`,
        [subject, emailAddress],
      )
      await query(
        `insert into members (organisation_id, subject, first_name, last_name, email_address, role, is_clinician)
         values ($1, $2, $3, 'Lindqvist', $4, 'Forms User', $5)`,
        [id, subject, firstName, emailAddress, isClinician],
      )
      return emailAddress
    },
    /** Runs a job of the worker for this organisation now, and waits until it has ended. */
    runJob: async (job: string) => {
      const [queued] = await query<{ id: string }>(
        `insert into pgboss.job (name, data) values ($1, jsonb_build_object('organisationId', $2::text)) returning id`,
        [job, id],
      )
      for (;;) {
        const [{ state } = { state: 'gone' }] = await query<{ state: string }>('select state from pgboss.job where id = $1', [queued!.id])
        if (state === 'completed') return
        if (state === 'failed' || state === 'gone') throw new Error(`The job ${job} is ${state}`)
        await sleep(100)
      }
    },
  }
}
export type OwnOrganisation = Awaited<ReturnType<typeof openOwnOrganisation>>
