import { foundPatients } from './baseline-requests.ts'
import { collectValues, type Bare, type Filters, type ListQuery, type Values } from './question.ts'

const columnOf: Record<string, string> = {
  lastName: 'name_key',
  dateOfBirth: 'date_of_birth',
  nhsNumber: 'nhs_number',
  createdAt: 'created_at',
}

/** The statement that a PostgreSQL expert would write for a page of patients and their total, as the owner of the tables. */
export function baselinePatients(
  organisationId: string,
  { page = 1, limit = 10, sort = 'lastName', filters = {}, wards }: ListQuery,
): Bare {
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const column = columnOf[sort.replace('-', '')]!
  const blanks = column === 'nhs_number' ? ' nulls last' : ''
  const order = `p.${column} ${direction}${blanks}, p.id ${direction}`
  const ofPage = collectValues([organisationId])
  const text = `
    select p.*, w.name, (select count(*) from form_requests r where r.organisation_id = $1 and r.patient_id = p.id and r.status in ('unopened', 'opened'))
    from patients p left join wards w on w.organisation_id = $1 and w.id = p.ward_id
    where p.organisation_id = $1 and p.id = any(array(
      select p.id from patients p where ${conditionsOf(ofPage, filters, wards)} order by ${order} limit ${ofPage.add(limit)} offset ${ofPage.add((page - 1) * limit)}))
    order by ${order}`
  const counted = collectValues([organisationId])
  const total = { text: `select count(*) from patients p where ${conditionsOf(counted, filters, wards)}`, values: counted.values }
  return { page: { text, values: ofPage.values }, counts: [total] }
}

function conditionsOf(
  { add }: Values,
  { archived = false, sex, wardId, method, admissionStatus, hasOpenRequest, search }: Filters,
  wards?: string[],
) {
  const open = `exists (select from form_requests r where r.organisation_id = $1 and r.patient_id = p.id and r.status in ('unopened', 'opened'))`
  return [
    'p.organisation_id = $1',
    `p.is_archived = ${add(archived)}`,
    ...(wards ? [`p.ward_id = any(${add(wards, 'uuid[]')})`] : []),
    ...(sex ? [`p.sex = any(${add(sex)})`] : []),
    ...(wardId ? [`p.ward_id = any(${add(wardId, 'uuid[]')})`] : []),
    ...(method ? [`p.preferred_method = any(${add(method)})`] : []),
    ...(admissionStatus ? [`p.admission_status = any(${add(admissionStatus)})`] : []),
    ...(hasOpenRequest === undefined ? [] : [hasOpenRequest ? open : `not ${open}`]),
    ...(search ? [foundPatients(add, search)] : []),
  ].join(' and ')
}
