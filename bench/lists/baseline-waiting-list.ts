import { dateOf } from '#domain/moments.ts'
import { latestStart } from '#domain/waiting-since.ts'

import { collectValues, type Bare, type ListQuery, type Values } from './question.ts'

/** The statements that a PostgreSQL expert would write for a page of a queue, its total and the totals of all queues, as the owner of the tables. */
export function baselineWaitingList(
  organisationId: string,
  { page = 1, limit = 10, sort = 'openedAt', waitingListFilters: { queue = 'worse', specialty, formId, waited } = {}, wards }: ListQuery,
): Bare {
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const order = `w.opened_at ${direction}, w.request_id ${direction}`
  const open = ({ add }: Values) =>
    [
      `w.organisation_id = $1 and w.state = 'open'`,
      ...(wards
        ? [`w.request_id in (select id from form_requests where organisation_id = $1 and ward_id = any(${add(wards, 'uuid[]')}))`]
        : []),
    ].join(' and ')
  const ofQueue = (values: Values) =>
    [
      open(values),
      `w.queue = ${values.add(queue)}`,
      ...(specialty ? [`w.specialty = any(${values.add(specialty, 'text[]')})`] : []),
      ...(waited ? [`w.waiting_since <= ${values.add(latestStart(waited, dateOf(new Date())), 'date')}`] : []),
      ...(formId ? [`w.form_id = any(${values.add(formId, 'uuid[]')})`] : []),
    ].join(' and ')
  const [ofPage, ofTotal, ofCounts] = [collectValues([organisationId]), collectValues([organisationId]), collectValues([organisationId])]
  const text = `
    select w.request_id as id, w.opened_at, r.specialty, r.status, r.is_urgent, r.completed_at, p.first_name, p.last_name, p.nhs_number,
      p.date_of_birth, v.title, v.definition, s.answers
    from (select * from waiting_list_reviews w where ${ofQueue(ofPage)}
      order by ${order} limit ${ofPage.add(limit)} offset ${ofPage.add((page - 1) * limit)}) w
      join form_requests r on r.organisation_id = $1 and r.id = w.request_id
      join patients p on p.organisation_id = $1 and p.id = r.patient_id
      join form_versions v on v.organisation_id = $1 and v.form_id = r.form_id and v.version = r.form_version
      left join submissions s on s.organisation_id = $1 and s.request_id = r.id
    order by ${order}`
  return {
    page: { text, values: ofPage.values },
    counts: [
      { text: `select count(*) from waiting_list_reviews w where ${ofQueue(ofTotal)}`, values: ofTotal.values },
      {
        text: `select queue, form_id, specialty, count(*) from waiting_list_reviews w where ${open(ofCounts)} group by 1, 2, 3`,
        values: ofCounts.values,
      },
    ],
  }
}
