-- An idle worker asks the database one question for all its queues and for the events of all organisations. It asked two, one of them in a transaction
-- of four statements.

-- Notifies, on `channel`, the queues that have a job that is due, and returns the organisations whose events or deliveries must be looked at. `found`:
-- whether a queue has such a job. It reads as a transaction of the system organisation does.
create function look_for_due_work(channel text, out organisations uuid[], out found boolean) language plpgsql as $$
declare
  bound text := current_setting('app.organisation_id', true);
  queues integer;
begin
  perform pg_notify(channel, q.name) from pgboss.queue q
  where q.notify and exists (
    select from pgboss.job_common j where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now());
  get diagnostics queues = row_count;
  perform set_config('app.organisation_id', '00000000-0000-0000-0000-000000000000', true);
  -- Those that have waited longest.
  organisations := array(
    select w.organisation_id from event_wakeups w where w.due_at <= now() group by w.organisation_id order by min(w.due_at) limit 1000);
  perform set_config('app.organisation_id', bound, true);
  found := queues > 0;
end $$;
