import type { MessageFilters } from '#contract/messages.ts'

import { collectValues, type Bare, type ListQuery, type Values } from './question.ts'

/** The statement that a PostgreSQL expert would write for a page of messages and their total, as the owner of the tables. */
export function baselineMessages(
  organisationId: string,
  { page = 1, limit = 10, sort = '-createdAt', messageFilters = {}, wards }: ListQuery,
): Bare {
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const order = `n.created_at ${direction}, n.id ${direction}`
  const ofPage = collectValues([organisationId])
  const text = `
    select n.*, p.first_name, p.last_name, p.nhs_number, p.date_of_birth, v.title
    from notifications n
    join form_requests r on r.organisation_id = $1 and r.id = n.request_id
    join patients p on p.organisation_id = $1 and p.id = r.patient_id
    join form_versions v on v.organisation_id = $1 and v.form_id = r.form_id and v.version = r.form_version
    where n.organisation_id = $1 and n.id = any(array(
      select n.id from notifications n where ${conditionsOf(ofPage, messageFilters, wards)}
      order by ${order} limit ${ofPage.add(limit)} offset ${ofPage.add((page - 1) * limit)}))
    order by ${order}`
  const counted = collectValues([organisationId])
  const total = {
    text: `select count(*) from notifications n where ${conditionsOf(counted, messageFilters, wards)}`,
    values: counted.values,
  }
  return { page: { text, values: ofPage.values }, counts: [total] }
}

const startOf = (day: string, later = 0) => `((${day} + ${later})::timestamp at time zone 'Europe/London')`

export function conditionsOf(
  { add }: Values,
  { method, status, reason, category, formId, from, to }: MessageFilters,
  wards?: string[],
): string {
  return [
    'n.organisation_id = $1',
    ...(wards ? [`n.ward_id = any(${add(wards, 'uuid[]')})`] : []),
    ...(method ? [`n.method = any(${add(method)})`] : []),
    ...(status ? [`n.status = any(${add(status)})`] : []),
    ...(reason ? [`n.reason_code = any(${add(reason)})`] : []),
    ...(category ? [`n.category = any(${add(category)})`] : []),
    ...(formId ? [`n.form_id = any(${add(formId, 'uuid[]')})`] : []),
    ...(from ? [`n.created_at >= ${startOf(add(from, 'date'))}`] : []),
    ...(to ? [`n.created_at < ${startOf(add(to, 'date'), 1)}`] : []),
  ].join(' and ')
}
