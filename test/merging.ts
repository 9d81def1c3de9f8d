import type { Comparison } from '#contract/patient-merges.ts'

import type { TestOrganisation } from './organisation.ts'

export const patientAddress = (id: string, path = '') => `/api/patients/patient/${id}${path}`

type Staff = Awaited<ReturnType<TestOrganisation['staff']>>
type Chosen = { taken?: string[]; reason?: string; note?: string }

/** Compares two records as a user does, and merges the second into the first. */
export async function mergeInto(staff: Staff, keptId: string, mergedId: string, { taken = [], reason, note = '' }: Chosen = {}) {
  const compared = await staff.get(patientAddress(keptId, `/duplicates/${mergedId}`))
  const [kept, merged] = compared.json<Comparison>().records
  return staff.post(patientAddress(keptId, '/merge'), {
    mergedId,
    taken,
    reason: reason ?? 'registered_twice',
    note,
    updatedAt: { kept: kept!.patient.updatedAt, merged: merged!.patient.updatedAt },
  })
}

/** The numbers that triggers keep of patients, messages and answers which a plain count does not give, and the other way round. */
export const keptNumberDifferences = `
  with stored as (
    select 'messages' as what, ward_id, status as part, sum(messages) as n from message_changes where organisation_id = $1 group by 2, 3
    union all select 'answers', ward_id, form_id::text, sum(count) from answer_changes where organisation_id = $1 group by 2, 3
    union all select 'patients', ward_id, is_archived::text, sum(patients) from patient_counts where organisation_id = $1 group by 2, 3
    union all select 'words', ward_id, is_archived::text, count(*) from patient_words where organisation_id = $1 group by 2, 3),
  counted as (
    select 'messages' as what, r.ward_id, n.status as part, count(*)::numeric as n
    from notifications n join form_requests r on r.organisation_id = n.organisation_id and r.id = n.request_id where n.organisation_id = $1 group by 2, 3
    union all select 'answers', p.ward_id, s.form_id::text, count(*) from submissions s
    join form_requests r on r.organisation_id = s.organisation_id and r.id = s.request_id
    join patients p on p.organisation_id = r.organisation_id and p.id = r.patient_id where s.organisation_id = $1 group by 2, 3
    union all select 'patients', ward_id, is_archived::text, count(*) from patients where organisation_id = $1 group by 2, 3
    union all select 'words', ward_id, is_archived::text, count(*) from patients p cross join words_of_name(p.name_key) where organisation_id = $1 group by 2, 3),
  kept as (select * from stored where n <> 0)
  (table kept except table counted) union all (table counted except table kept)`
