import type { requestSorts } from '#contract/requests.ts'
import { answersByQuestion } from '#domain/form/answer-key.ts'
import { dateOf } from '#domain/moments.ts'
import { partsOfName } from '#domain/patient-search.ts'
import { latestStart } from '#domain/waiting-since.ts'

import { collectValues, type Bare, type Filters, type ListQuery, type Statement, type Values } from './question.ts'

const columnOf: Record<(typeof requestSorts)[number], string> = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  submittedAt: 'completed_at',
  notifiedAt: 'notified_at',
  expiresAt: 'expires_at',
  lastName: 'patient_name_key',
  status: 'status',
  specialty: 'specialty',
  pathwayId: 'pathway_id',
  location: 'location',
  unreachedAt: 'unreached_at',
  urgent: 'is_urgent',
}
const grouped: [column: string, filter: keyof Filters][] = [
  ['status', 'status'],
  ['specialty', 'specialty'],
  ['form_id', 'formId'],
  ['assignee_id', 'assignee'],
  ['notification_method', 'method'],
  ['location', 'location'],
  ['event', 'event'],
  ['outcome_id', 'outcome'],
  ['ward_id', 'wardId'],
  ['is_urgent', 'urgent'],
]

/**
 * The statements that a PostgreSQL expert would write for a page of the worklist and its total, and for the numbers beside its filters
 * (`groupings`), as the owner of the tables, with exact counts.
 */
export function baselineRequests(
  organisationId: string,
  memberId: string,
  { page = 1, limit = 10, sort = '-createdAt', filters = {}, wards }: ListQuery,
): Bare & { groupings: Statement[] } {
  const conditions = (values: Values, without?: keyof Filters) =>
    conditionsOf(values, memberId, { ...filters, ...(without && { [without]: undefined }) }, wards)
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const column = columnOf[sort.replace('-', '') as keyof typeof columnOf] // the questions sort by these names
  const blanks = ['completed_at', 'notified_at', 'unreached_at'].includes(column) ? ' nulls last' : ''
  const among = ['status', 'specialty', 'location', 'is_urgent'].includes(column) ? `, r.created_at ${direction}` : ''
  const order = `r.${column} ${direction}${blanks}${among}, r.id ${direction}`
  const ofPage = collectValues([organisationId])
  const text = `
    select r.*, p.first_name, p.last_name, p.nhs_number, p.date_of_birth, v.title, m.first_name, m.last_name, n.category, n.status, n.at,
      (select json_agg(s) from submission_scores s where s.organisation_id = $1 and s.request_id = r.id),
      (select json_agg(f) from raised_flags f where f.organisation_id = $1 and f.request_id = r.id)
    from (select * from form_requests where organisation_id = $1 and id = any(array(
        select id from form_requests r where ${conditions(ofPage)} order by ${order} limit ${ofPage.add(limit)} offset ${ofPage.add((page - 1) * limit)}))) r
      join patients p on p.organisation_id = $1 and p.id = r.patient_id
      join form_versions v on v.organisation_id = $1 and v.form_id = r.form_id and v.version = r.form_version
      left join members m on m.organisation_id = $1 and m.id = r.assignee_id
      left join lateral (select category, status, coalesce(sent_at, created_at) as at from notifications n
        where n.organisation_id = $1 and n.request_id = r.id order by created_at desc limit 1) n on true
    order by ${order}`
  const inForce = grouped.filter(([, filter]) => filters[filter] !== undefined)
  const count = (columns: string[], without?: keyof Filters) => {
    const values = collectValues([organisationId])
    const sets = columns.map((one) => `(${one})`).join(', ')
    return {
      text: `select ${columns.join(', ')}, count(*) from form_requests r where ${conditions(values, without)} group by grouping sets (${sets})`,
      values: values.values,
    }
  }
  const counted = collectValues([organisationId])
  const total = { text: `select count(*) from form_requests r where ${conditions(counted)}`, values: counted.values }
  const free = grouped.filter(([, filter]) => filters[filter] === undefined).map(([column]) => column)
  return {
    page: { text, values: ofPage.values },
    counts: [total],
    groupings: [count(free), ...inForce.map(([column, filter]) => count([column], filter))],
  }
}

function conditionsOf({ add }: Values, memberId: string, filters: Filters, wards?: string[]) {
  const all = ['r.organisation_id = $1']
  if (wards) all.push(`r.ward_id = any(${add(wards, 'uuid[]')})`)
  const oneOf = (column: string, wanted: readonly unknown[] | undefined, type = 'text') => {
    if (wanted) all.push(wanted.length === 1 ? `r.${column} = ${add(wanted[0], type)}` : `r.${column} = any(${add(wanted, `${type}[]`)})`)
  }
  const {
    status,
    specialty,
    formId,
    method,
    location,
    event,
    wardId,
    assignee,
    urgent,
    redFlag,
    notReached,
    unreachedReason,
    answer,
    waited,
    search,
  } = filters
  oneOf('status', status)
  oneOf('specialty', specialty)
  oneOf('form_id', formId, 'uuid')
  oneOf('notification_method', method)
  oneOf('location', location)
  oneOf('event', event)
  oneOf('ward_id', wardId, 'uuid')
  oneOf('unreached_reason', unreachedReason)
  if (assignee?.[0] === 'none') all.push('r.assignee_id is null')
  else
    oneOf(
      'assignee_id',
      assignee?.map((one) => (one === 'me' ? memberId : one)),
      'uuid',
    )
  if (waited) all.push(`r.waiting_since <= ${add(latestStart(waited, dateOf(new Date())), 'date')}`)
  if (urgent) all.push('r.is_urgent')
  if (notReached) all.push('r.is_unreached')
  for (const { question, values } of answersByQuestion(answer ?? []))
    all.push(`r.id in (select request_id from chosen_answers
      where organisation_id = $1 and form_id = any(${add(formId, 'uuid[]')}) and question = ${add(question)} and value = any(${add(values, 'text[]')}))`)
  if (redFlag) all.push('r.id in (select request_id from raised_flags where organisation_id = $1)')
  const edge = (column: string, sign: string, day: string | undefined, later: number) => {
    if (day) all.push(`r.${column} ${sign} (${add(day, 'date')} + ${later})::timestamp at time zone 'Europe/London'`)
  }
  edge('created_at', '>=', filters.createdFrom, 0)
  edge('created_at', '<', filters.createdTo, 1)
  edge('completed_at', '>=', filters.submittedFrom, 0)
  edge('completed_at', '<', filters.submittedTo, 1)
  if (search)
    all.push(`r.id in (
      select id from form_requests where organisation_id = $1 and patient_id in (select id from patients p where ${foundPatients(add, search)})
      union all select id from form_requests where organisation_id = $1 and pathway_id <> ''
        and pathway_id >= ${add(search.toUpperCase())} and pathway_id < ${add(`${search.toUpperCase()}\u{10FFFF}`)})`)
  return all.join(' and ')
}

/** Patients by the beginnings of name parts, which are indexed, or of a number. */
export function foundPatients(add: Values['add'], search: string) {
  const begins = (column: string, beginning: string) => `${column} >= ${add(beginning)} and ${column} < ${add(`${beginning}\u{10FFFF}`)}`
  if (/\d/.test(search)) {
    const numbers = [
      begins('p.local_patient_id_key', search.toLowerCase()),
      ...(/^\d+$/.test(search) ? [begins('p.nhs_number', search)] : []),
    ]
    return `p.organisation_id = $1 and (${numbers.join(' or ')})`
  }
  const [first, ...others] = partsOfName(search).toSorted((one, other) => other.length - one.length)
  if (first!.length === 1 && others.length === 0) return `p.organisation_id = $1 and ${begins('p.name_key', first!)}`
  const parts = others.map((word) => ` and ' ' || translate(w.name_key, '-', ' ') like ${add(`% ${word}%`)}`).join('')
  return `p.organisation_id = $1 and p.id in (select w.patient_id from patient_words w where w.organisation_id = $1 and ${begins('w.word', first!)}${parts})`
}
