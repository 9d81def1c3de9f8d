-- The counts of 0032 made anew by reading each request once for each two of its columns, instead of writing sixty-five lines for each request:
-- a tenth of the time. Two columns are grouped once and told both ways round; one alone, and none, with ''.
create or replace function rebuild_form_request_counts() returns void language plpgsql set work_mem = '256MB' as $$
declare organisation uuid;
begin
  delete from form_request_counts;
  delete from form_request_changes;
  for organisation in select id from organisations loop
    perform set_config('app.organisation_id', organisation::text, true);
    insert into form_request_counts (organisation_id, narrowed_by, narrowed_to, grouped_by, value, status, count)
    select organisation, f.name, f.value, g.name, g.value, n.status, n.count
    from (
      select status, specialty, form_id, assignee_id, notification_method, location, event, is_urgent, is_unreached, ward_id, count(*) as count,
        511 - grouping(specialty, form_id, assignee_id, notification_method, location, event, is_urgent, is_unreached, ward_id) as columns
      from form_requests where organisation_id = organisation
      group by distinct status,
        grouping sets ((), specialty, form_id, assignee_id, notification_method, location, is_urgent, is_unreached, ward_id),
        grouping sets ((), specialty, form_id, assignee_id, notification_method, location, event, is_urgent)
    ) n
    cross join lateral (values (0, '', ''), (256, 'specialty', n.specialty), (128, 'form', n.form_id::text),
      (64, 'assignee', coalesce(n.assignee_id::text, 'none')), (32, 'method', n.notification_method), (16, 'location', n.location),
      (4, 'urgent', n.is_urgent::text), (2, 'unreached', n.is_unreached::text), (1, 'ward', coalesce(n.ward_id::text, ''))) f (bit, name, value)
    cross join lateral (values (0, '', ''), (256, 'specialty', n.specialty), (128, 'form', n.form_id::text),
      (64, 'assignee', coalesce(n.assignee_id::text, 'none')), (32, 'method', n.notification_method), (16, 'location', n.location),
      (8, 'event', n.event), (4, 'urgent', n.is_urgent::text)) g (bit, name, value)
    where f.bit & n.columns = f.bit and f.bit | g.bit = n.columns and f.bit & g.bit = 0
    order by 2, 3, 4, 5, 6; -- what is read together lies together
  end loop;
  perform set_config('app.organisation_id', '', true);
end $$;
