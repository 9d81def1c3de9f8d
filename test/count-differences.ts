/** Everything the stored counts of the organisation $1 say that a plain count does not, and the other way round. */
export const countDifferences = `with kept as (
     select narrowed_by, narrowed_to, grouped_by, value, status, sum(count)::bigint as count from (
       select narrowed_by, narrowed_to, grouped_by, value, status, count from form_request_counts where organisation_id = $1
       union all
       select k.narrowed_by, k.narrowed_to, k.grouped_by, k.value, k.status, count from form_request_changes c, cells_of(c) k
       where organisation_id = $1) both_tables
     group by 1, 2, 3, 4, 5 having sum(count) <> 0),
   counted as (
     select k.narrowed_by, k.narrowed_to, k.grouped_by, k.value, k.status, count(*) as count
     from (select organisation_id, 0::bigint, status, specialty, form_id, assignee_id, notification_method, location, event, is_urgent, is_unreached,
             (select p.ward_id from patients p where p.organisation_id = r.organisation_id and p.id = r.patient_id), 1::bigint, outcome_id, form_version, opened_at is not null,
             exists (select from submissions s where s.organisation_id = r.organisation_id and s.request_id = r.id)
           from form_requests r where organisation_id = $1) r, cells_of(row(r.*)::form_request_changes) k
     group by 1, 2, 3, 4, 5)
   (table kept except table counted) union all (table counted except table kept)`
