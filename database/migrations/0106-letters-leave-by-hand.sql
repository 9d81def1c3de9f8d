-- Letters are queued until a user marks their batch as printed, which takes days. They say nothing about messages that do not leave.
create or replace function measure_messages() returns table (channel text, status text, messages bigint, oldest_due timestamptz) language plpgsql as $$
#variable_conflict use_column
declare
  bound text := current_setting('app.organisation_id', true);
  organisation uuid;
begin
  foreach organisation in array array(select id from organisations) loop
    perform set_config('app.organisation_id', organisation::text, true);
    return query
      select c.channel, c.status, sum(c.messages)::bigint, null::timestamptz
      from (
        select channel, status, messages from message_counts
        where organisation_id = organisation and narrowed_by = '' and narrowed_to = '' and grain = 'all'
        union all
        select channel, status, messages from message_changes where organisation_id = organisation) c
      group by 1, 2;
    return query
      select null, null, null::bigint, min(send_after) from notifications
      where organisation_id = organisation and status = 'queued' and send_after <= now() and method <> 'letter';
  end loop;
  perform set_config('app.organisation_id', bound, true);
end $$;
