-- A series that was ended left the enrolments of its patients as they were. The job that sends series ends them
-- (docs/decisions/0048-series.md), also those of series that ended before. A letter that waits to be printed is no batch whose job was lost.
create or replace function has_work(job text, organisation uuid) returns boolean language plpgsql stable as $$
declare
  settings record;
begin
  case job
    when 'fold-counts' then
      return exists (select from form_request_changes c where c.organisation_id = organisation)
        or exists (select from answer_changes c where c.organisation_id = organisation)
        or exists (select from message_changes c where c.organisation_id = organisation)
        or exists (select from waiting_list_changes c where c.organisation_id = organisation);
    when 'sign-audit' then
      -- One look-up finds the next lane, and one the last event or signature of a lane.
      return exists (
        with recursive lanes (lane) as (
          select (select e.lane from audit_events e where e.organisation_id = organisation order by e.lane limit 1)
          union all
          select (select e.lane from audit_events e where e.organisation_id = organisation and e.lane > l.lane order by e.lane limit 1)
          from lanes l where l.lane is not null)
        select from lanes l
        where (select e.seq from audit_events e where e.organisation_id = organisation and e.lane = l.lane order by e.seq desc limit 1)
          > coalesce((select c.seq from audit_checkpoints c where c.organisation_id = organisation and c.lane = l.lane order by c.seq desc limit 1), 0));
    when 'end-requests' then
      -- Read before, because a join with the settings would compare every completed form request with them.
      select o.auto_close_days into settings from organisations o where o.id = organisation;
      return exists (
          select from form_requests r
          where r.organisation_id = organisation and r.status in ('unopened', 'opened') and r.expires_at < now())
        or exists (
          select from form_requests r
          where r.organisation_id = organisation and r.status = 'completed'
            and r.completed_at < (now() at time zone 'Europe/London' - make_interval(days => settings.auto_close_days)) at time zone 'Europe/London');
    when 'send-reminders' then
      -- Form requests that were counted from in the time that some reminder counts from, and have not had it. A reminder is sent up to three days late,
      -- and may have waited for the sending hours before that: 14 days are more than both. Of very many, some are enough to send the job.
      return exists (
        select from (
          select o.reminder_days, o.second_reminder_days, o.last_reminder_days from organisations o where o.id = organisation
          union
          select f.first_reminder_days, f.second_reminder_days, f.last_reminder_days
          from forms f where f.organisation_id = organisation and f.first_reminder_days is not null) rule (first, second, last)
        cross join lateral (values (1, rule.first), (2, rule.second), (3, rule.last)) reminder (number, days)
        cross join lateral (
          select count(*) as found, count(*) filter (where p.id is not null and not exists (
              select from notifications n
              where n.organisation_id = organisation and n.request_id = r.id and n.reminder_number >= reminder.number)) as unreminded
          from (
            (select q.id, q.patient_id from form_requests q
             where reminder.number < 3 and q.organisation_id = organisation and q.status in ('unopened', 'opened')
               and case when q.sent_again_at is null then q.notified_at else q.sent_again_at end <= now() - make_interval(days => reminder.days, hours => -3)
               and case when q.sent_again_at is null then q.notified_at else q.sent_again_at end > now() - make_interval(days => reminder.days + 14)
             limit 200)
            union all
            (select q.id, q.patient_id from form_requests q
             where reminder.number = 3 and q.organisation_id = organisation and q.status in ('unopened', 'opened')
               and q.expires_at > now() and q.expires_at <= now() + make_interval(days => reminder.days + 1, hours => 3)
             limit 200)) r
          left join patients p on p.organisation_id = organisation and p.id = r.patient_id
            and not p.is_deceased and not p.is_archived and p.may_be_contacted) page
        where reminder.days > 0 and (page.unreminded > 0 or page.found = 200));
    when 'try-next-methods' then
      select o.cascade_methods, o.app_unread_hours, o.not_delivered_hours into settings from organisations o where o.id = organisation;
      if settings.cascade_methods = '{}' then return false; end if;
      return exists (
          select from notifications n
          where n.organisation_id = organisation and n.method = 'nhs_app' and n.wait_ended_at is null and n.channel is not null
            and (n.status in ('accepted', 'sent') or n.status = 'delivered' and n.method = 'nhs_app')
            and n.sent_at > now() - make_interval(hours => settings.app_unread_hours + 73)
            and n.sent_at <= now() - make_interval(hours => settings.app_unread_hours))
        or exists (
          select from unnest('{sms,email}'::text[]) m (method) cross join lateral (
            select from notifications n
            where n.organisation_id = organisation and n.method = m.method and n.wait_ended_at is null and n.channel is not null
              and (n.status in ('accepted', 'sent') or n.status = 'delivered' and n.method = 'nhs_app')
              and n.sent_at > now() - make_interval(hours => settings.not_delivered_hours + 73)
              and n.sent_at <= now() - make_interval(hours => settings.not_delivered_hours)
            limit 1) waited);
    when 'find-receipts' then
      return exists (
          select from notifications n
          where n.organisation_id = organisation and n.status in ('accepted', 'sent') and n.provider_id is not null
            and case when n.receipt_asked_at is null then n.sent_at else n.receipt_asked_at end > now() - interval '7 days'
            and case when n.receipt_asked_at is null then n.sent_at else n.receipt_asked_at end < now() - interval '2 hours')
        -- A batch whose job was lost.
        or exists (
          select from notifications n
          where n.organisation_id = organisation and n.status = 'queued' and n.batch_id is null and n.method in ('sms', 'email', 'nhs_app')
            and n.send_after < now() - interval '10 minutes')
        or exists (
          select from message_batches b
          where b.organisation_id = organisation and b.finished_at is null and b.claimed_until < now() - interval '10 minutes');
    when 'send-series' then
      return exists (select from series s where s.organisation_id = organisation and s.state in ('active', 'paused'))
        -- The enrolments of a series that has ended are ended in batches.
        or exists (
          select from series s cross join lateral (
            select from series_enrolments e
            where e.organisation_id = organisation and e.series_id = s.id and e.state <> 'ended'
            limit 1) unended
          where s.organisation_id = organisation and s.state = 'ended');
    when 'follow-removals' then
      return exists (select from waiting_list_removals w where w.organisation_id = organisation);
    when 'send-to-record-service' then
      return exists (
        select from nhs_app_settings s
        where s.organisation_id = organisation and s.is_on and exists (
          select from nhs_app_patients p
          where p.organisation_id = organisation and p.is_waiting and p.is_current and p.refused_at is null and p.sixteen_on <= current_date));
    when 'remove-expired-files' then
      return exists (
        select from export_jobs j
        where j.organisation_id = organisation and j.expires_at < now()
          -- The filters may have the name or NHS number that was searched for.
          and (j.filters <> '{}' or exists (select from file_chunks c where c.organisation_id = organisation and c.file_id = j.id)));
    when 'remove-letter-files' then
      return exists (select from letter_batches b where b.organisation_id = organisation and b.file_until < now());
    when 'remove-bulk-exports' then
      return exists (select from fhir_exports e where e.organisation_id = organisation and e.expires_at < now());
    when 'remove-abandoned-uploads' then
      return exists (select from import_uploads u where u.organisation_id = organisation and u.created_at < now() - interval '1 hour');
  end case; -- an unknown job is an error
end $$;
