/** The stored counts to which a row `c` of form_request_changes belongs. What fold_request_changes() makes in another way is compared with them. */
export const cellsOfChange = `lateral (
  with f (narrowed_by, narrowed_to) as (values ('', ''), ('specialty', c.specialty), ('form', c.form_id::text),
    ('assignee', coalesce(c.assignee_id::text, 'none')), ('method', c.notification_method), ('location', c.location), ('urgent', c.is_urgent::text),
    ('unreached', c.is_unreached::text), ('ward', coalesce(c.ward_id::text, 'none')), ('outcome', coalesce(c.outcome_id::text, 'none'))),
  g (grouped_by, value) as (values ('', ''), ('specialty', c.specialty), ('form', c.form_id::text), ('assignee', coalesce(c.assignee_id::text, 'none')),
    ('method', c.notification_method), ('location', c.location), ('event', c.event), ('urgent', c.is_urgent::text),
    ('outcome', coalesce(c.outcome_id::text, 'none')), ('in_ward', coalesce(c.ward_id::text, 'none')))
  select narrowed_by, narrowed_to, grouped_by, c.status, value from f, g where narrowed_by <> grouped_by or narrowed_by = ''
  union all
  select '', '', grouped_by, '', value from g where grouped_by <> ''
  union all
  select narrowed_by, narrowed_to, 'progress', c.status, progress_of(c.form_id, c.form_version, c.is_opened, c.is_submitted)
  from f where narrowed_by in ('form', 'ward')) k`

/** Everything the stored counts of the organisation $1 say that a plain count does not, and the other way round. */
export const countDifferences = `with kept as (
     select narrowed_by, narrowed_to, grouped_by, value, status, sum(count)::bigint as count from (
       select narrowed_by, narrowed_to, grouped_by, value, status, count from form_request_counts where organisation_id = $1
       union all
       select k.narrowed_by, k.narrowed_to, k.grouped_by, k.value, k.status, count from form_request_changes c, ${cellsOfChange}
       where organisation_id = $1) both_tables
     group by 1, 2, 3, 4, 5 having sum(count) <> 0),
   counted as (
     select k.narrowed_by, k.narrowed_to, k.grouped_by, k.value, k.status, count(*) as count
     from (select status, specialty, form_id, assignee_id, notification_method, location, event, is_urgent, is_unreached,
             (select p.ward_id from patients p where p.organisation_id = r.organisation_id and p.id = r.patient_id) as ward_id, outcome_id,
             form_version, opened_at is not null as is_opened,
             exists (select from submissions s where s.organisation_id = r.organisation_id and s.request_id = r.id) as is_submitted
           from form_requests r where organisation_id = $1) c, ${cellsOfChange}
     group by 1, 2, 3, 4, 5)
   (table kept except table counted) union all (table counted except table kept)`
