import type pg from 'pg'

const whileFilling = "set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB'"

/** Open form requests whose message left three days and an hour ago. They are changed without triggers: the stored counts do not matter here. */
export async function setRemindersDue(client: pg.Client, organisationId: string, count: number) {
  await client.query(whileFilling)
  await client.query(
    `update organisations set reminder_days = 3, second_reminder_days = 0, last_reminder_days = 0, cascade_methods = '{}' where id = $1`,
    [organisationId],
  )
  await dueRequests(client, organisationId, count, {
    leftAgo: '73 hours',
    message: "status = 'delivered', delivered_at = now() - interval '73 hours'",
    where: 'true',
  })
}

/** NHS App messages of unopened form requests that have not been read for three days. */
export async function setNextMethodsDue(client: pg.Client, organisationId: string, count: number) {
  await client.query(whileFilling)
  await client.query(
    `update organisations set reminder_days = 0, second_reminder_days = 0, last_reminder_days = 0,
       cascade_methods = '{nhs_app,sms,email}', app_unread_hours = 72, not_delivered_hours = 72 where id = $1`,
    [organisationId],
  )
  await dueRequests(client, organisationId, count, {
    leftAgo: '73 hours',
    message: "status = 'delivered', method = 'nhs_app', channel = 'nhs-notify', read_at = null, wait_ended_at = null",
    where: 'p.phone_number is not null',
  })
}

type Due = { leftAgo: string; message: string; where: string }

async function dueRequests(client: pg.Client, organisationId: string, count: number, { leftAgo, message, where }: Due) {
  await client.query(
    `create temp table due as
     select r.id from form_requests r join patients p on p.organisation_id = r.organisation_id and p.id = r.patient_id
     where r.organisation_id = $1 and r.status = 'closed' and r.completed_at is not null and not r.is_unreached
       and p.archived_at is null and p.may_be_contacted and not p.is_deceased and ${where}
       and not exists (select from notifications n
         where n.organisation_id = r.organisation_id and n.request_id = r.id and n.category = 'request_reminder')
     order by r.id limit ${count}`,
    [organisationId],
  )
  await client.query(
    `update form_requests r set status = 'unopened', opened_at = null, completed_at = null, closed_at = null, sent_again_at = null,
       notified_at = now() - interval '${leftAgo}', expires_at = now() + interval '25 days'
     from due d where r.organisation_id = $1 and r.id = d.id`,
    [organisationId],
  )
  await client.query(
    `update notifications n set sent_at = now() - interval '${leftAgo}', ${message}
     from due d where n.organisation_id = $1 and n.request_id = d.id`,
    [organisationId],
  )
  await client.query('drop table due')
  await client.query('reset session_replication_role')
  await client.query('vacuum analyze form_requests, notifications')
}
