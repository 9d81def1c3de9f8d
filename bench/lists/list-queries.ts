import type { Organisation } from '../filling/organisations.ts'
import { patientOf } from '../filling/patients.ts'
import type { Filters, ListQuery } from './question.ts'

import { patientSorts } from '#contract/patients.ts'
import { requestSorts } from '#contract/requests.ts'

/**
 * Everything that is asked of the worklist (REQ-1) and of the patients' list (PAT-1, PAT-5). The first of each is its first page as it opens. In a quick run
 * each order is asked one way only.
 */
export function listQueries(organisation: Organisation, isQuick: boolean): ListQuery[] {
  const { forms, members, wards, events, requests, now } = organisation
  const deep = Math.floor(requests / 20) // of ten a page: the middle
  const someone = patientOf(organisation, Math.floor(requests / 3))
  const day = (back: number) => new Date(now - back * 86_400_000).toISOString().slice(0, 10)
  const specialty = forms[0]!.specialties[0]!
  const requestFilters: Record<string, Filters> = {
    'one status, of few': { status: ['opened'] },
    'one status, of many': { status: ['closed'] },
    'three statuses': { status: ['unopened', 'opened', 'completed'] },
    'a specialty': { specialty: [specialty] },
    'a form': { formId: [forms[0]!.id] },
    'two forms': { formId: [forms[1]!.id, forms[7]!.id] },
    mine: { assignee: ['me'] },
    'nobody’s': { assignee: ['none'] },
    'a colleague’s': { assignee: [members[5]!.id] },
    'a method': { method: ['email'] },
    'a location': { location: [wards[2]!.name] },
    'an event': { event: [events[3]!] },
    urgent: { urgent: true },
    'with a red flag': { redFlag: true },
    'not reached': { notReached: true },
    'created in a week': { createdFrom: day(60), createdTo: day(53) },
    'submitted in a year': { submittedFrom: day(500), submittedTo: day(135) },
    'completed, unassigned, a specialty': { status: ['completed'], assignee: ['none'], specialty: [specialty] },
    'a rare combination': { status: ['opened'], method: ['email'], location: [wards[2]!.name], urgent: true },
  }
  const patientFilters: Record<string, Filters> = {
    archived: { archived: true },
    'a sex': { sex: ['female'] },
    'a ward': { wardId: [wards[2]!.id] },
    'a method': { method: ['email'] },
    'an admission status': { admissionStatus: ['waiting'] },
    'with an open request': { hasOpenRequest: true },
    'a ward, waiting': { wardId: [wards[2]!.id], admissionStatus: ['waiting'] },
  }
  const typed = ['s', 'sm', 'smi', 'smith', 'smith jo', 'xylophone', `${someone.last_name} ${someone.first_name}`]
  const numbers = ['9', '90', '9012', someone.nhs_number ?? '9012345670', 'R12', 'R123456', someone.local_patient_id ?? 'R1234567']
  const both = (names: readonly string[]) => names.flatMap((name) => (isQuick ? [`-${name}`] : [name, `-${name}`]))
  const ask = (list: ListQuery['list'], what: string, more: Partial<ListQuery> = {}): ListQuery => ({ list, what, ...more })
  const deepOnes = (list: ListQuery['list'], sort: string) => [
    ask(list, 'page in the middle', { page: deep }),
    ask(list, 'the page after it', { page: deep + 1, after: true }),
    ask(list, `page in the middle by ${sort}`, { page: deep, sort }),
  ]
  return [
    ask('requests', 'page 1'),
    ask('requests', 'page 1, a hundred rows', { limit: 100 }),
    ...both(requestSorts).map((sort) => ask('requests', `by ${sort}`, { sort })),
    ...Object.entries(requestFilters).map(([what, filters]) => ask('requests', what, { filters })),
    ...[...typed, ...numbers, 'PW-1234'].map((search) =>
      ask('requests', `“${search.length > 8 && /\d{8}/.test(search) ? 'a whole number' : search}”`, { filters: { search } }),
    ),
    ...deepOnes('requests', 'lastName'),
    ask('patients', 'page 1'),
    ask('patients', 'page 1, a hundred rows', { limit: 100 }),
    ...both(patientSorts).map((sort) => ask('patients', `by ${sort}`, { sort })),
    ...Object.entries(patientFilters).map(([what, filters]) => ask('patients', what, { filters })),
    ...[...typed, ...numbers].map((search) =>
      ask('patients', `“${search.length > 8 && /\d{8}/.test(search) ? 'a whole number' : search}”`, { filters: { search } }),
    ),
    ...deepOnes('patients', '-createdAt'),
  ]
}
