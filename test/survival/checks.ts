/**
 * Each query finds rows that must not exist. $1 is the organisation, $2 the start of the test.
 * `ours` are the requests made since then, by hand or from a list.
 */
const ours = 'ours as (select * from form_requests where organisation_id = $1 and created_at > $2)'

export const faultQuestions: Record<string, string> = {
  'a request is on its timeline as created once, and has one link and one first message': `
    with ${ours} select r.id,
      (select count(*) from form_request_events e where e.organisation_id = $1 and e.request_id = r.id and e.kind = 'created') as created,
      (select count(*) from patient_links l where l.organisation_id = $1 and l.request_id = r.id) as links,
      (select count(*) from notifications n where n.organisation_id = $1 and n.request_id = r.id and n.category = 'request_created' and n.follows_id is null) as messages
    from ours r where
      (select count(*) from form_request_events e where e.organisation_id = $1 and e.request_id = r.id and e.kind = 'created') <> 1 or
      (select count(*) from patient_links l where l.organisation_id = $1 and l.request_id = r.id) <> 1 or
      (select count(*) from notifications n where n.organisation_id = $1 and n.request_id = r.id and n.category = 'request_created' and n.follows_id is null) <> 1`,
  'a request is completed exactly where there is a submission, once on the timeline and once in the log': `
    with ${ours} select r.id, r.status from ours r
    left join submissions s on s.organisation_id = $1 and s.request_id = r.id
    where (r.completed_at is not null) <> (s.id is not null)
      or (select count(*) from form_request_events e where e.organisation_id = $1 and e.request_id = r.id and e.kind = 'completed')
         <> (case when s.id is null then 0 else 1 end)
      or (select count(*) from audit_events a where a.organisation_id = $1 and a.event_type = 'formRequestSubmitted' and a.subject_id = r.id)
         <> (case when s.id is null then 0 else 1 end)`,
  'each message has left or ended, and stands on the timeline once as it is now': `
    with ${ours} select n.id, n.method, n.status, n.attempts, n.reason from ours r
    join notifications n on n.organisation_id = $1 and n.request_id = r.id
    where n.status = 'queued'
      or (select count(*) from form_request_events e where e.organisation_id = $1 and e.request_id = r.id and e.detail->>'notificationId' = n.id::text
            and e.kind = case when n.status = 'failed' then 'not_delivered'
                              when n.status = 'sent' and n.method = 'email' and n.category = 'request_reminder' then 'reminded' else n.status end)
         <> (case when n.status = 'cancelled' then 0 else 1 end)`,
  'nothing about a message is on the timeline twice': `
    with ${ours} select e.kind, e.detail->>'notificationId' as message, count(*) from ours r
    join form_request_events e on e.organisation_id = $1 and e.request_id = r.id and e.detail ? 'notificationId' and e.kind <> 'queued'
    group by 1, 2 having count(*) > 1`,
  'a message follows one that failed or was waited for, by another method than those before': `
    with ${ours}, chain as (
      select n.id, n.follows_id, n.method, f.status as before, f.wait_ended_at, f.method as before_method, g.method as first_method from ours r
      join notifications n on n.organisation_id = $1 and n.request_id = r.id
      join notifications f on f.organisation_id = $1 and f.id = n.follows_id
      left join notifications g on g.organisation_id = $1 and g.id = f.follows_id)
    select * from chain where method in (before_method, first_method) or (before <> 'failed' and wait_ended_at is null)`,
  'an unopened request whose last message did not reach the patient has another, or is not reached': `
    with ${ours} select r.id, n.method, n.status, n.wait_ended_at from ours r
    join lateral (select * from notifications n where n.organisation_id = $1 and n.request_id = r.id and n.status <> 'cancelled'
                  order by n.created_at desc, n.id limit 1) n on true
    where r.status = 'unopened' and not r.is_unreached
      and (n.status = 'failed' or n.wait_ended_at is not null and n.status in ('accepted', 'sent'))`,
  'nothing is sent by the next method, and no reminder is queued, after the answer': `
    with ${ours} select r.id, n.method, n.category, n.created_at, r.completed_at from ours r
    join notifications n on n.organisation_id = $1 and n.request_id = r.id
    where (n.follows_id is not null or n.reminder_number is not null) and n.created_at > r.completed_at`,
  'an act on a request is on the timeline once: nobody closes what is closed': `
    with ${ours} select r.id, e.kind, count(*) from ours r
    join form_request_events e on e.organisation_id = $1 and e.request_id = r.id and e.kind in ('closed', 'reopened', 'assigned', 'unassigned')
    group by r.id, e.kind having count(*) > 1`,
  'an import ends, and made one request of each row it says it imported': `
    select j.id, j.status, j.imported_rows from import_jobs j where j.organisation_id = $1 and j.created_at > $2 and (
      j.status not in ('checked', 'completed', 'refused')
      or j.imported_rows <> (select count(*) from form_requests r where r.organisation_id = $1 and r.import_job_id = j.id)
      or j.imported_rows <> (select count(distinct w.request_id) from import_rows w where w.organisation_id = $1 and w.job_id = j.id)
      or (j.status = 'completed' and j.imported_rows <> j.new_rows + j.warning_rows)
      or (j.status <> 'completed' and j.imported_rows <> 0))`,
  'a patient of a list is in the house once': `
    select nhs_number, count(*) from patients where organisation_id = $1 and $2::timestamptz is not null and nhs_number is not null group by nhs_number having count(*) > 1`,
  'an export ends': `
    select id, status, failure from export_jobs where organisation_id = $1 and created_at > $2 and status <> 'completed'`,
  'only finished exports have a file': `
    select j.id, j.status, count(c.piece) from export_jobs j left join file_chunks c on c.organisation_id = $1 and c.file_id = j.id
    where j.organisation_id = $1 and j.created_at > $2 group by j.id, j.status
    having (j.status = 'completed') <> (count(c.piece) > 0)`,
}

/** Jobs that are still to be done or being done, other than those for later; a silent mail server is left alone for five minutes at most. */
export const unfinishedJobs = `
  select name, state, retry_count, start_after from pgboss.job
  where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%'
    and (state <> 'created' or start_after < now() + interval '6 minutes')`

/**
 * Failed jobs that should have been retried, without those that start again every minute. Where only one job of a key may wait, a job that fails
 * while another of its key waits for its retry leaves the work to that one.
 */
export const abandonedJobs = `
  select j.name, j.retry_count, j.output from pgboss.job j where j.state = 'failed' and j.retry_limit > 0
    and not (j.policy = 'stately' and exists (
      select from pgboss.job o where o.name = j.name and o.singleton_key is not distinct from j.singleton_key
        and o.state = 'completed' and o.completed_on > j.completed_on))`
