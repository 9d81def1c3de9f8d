import type { BenchForm } from '../filling/forms.ts'
import type { Organisation } from '../filling/organisations.ts'
import { patientOf } from '../filling/patients.ts'
import type { Filters, ListQuery } from './question.ts'

import type { MessageFilters } from '#contract/messages.ts'
import { patientSorts } from '#contract/patients.ts'
import { requestSorts } from '#contract/requests.ts'
import type { WaitingListFilters } from '#contract/waiting-list.ts'
import { answerKey } from '#domain/form/answer-key.ts'
import { chosenAnswers } from '#domain/form/chosen-answers.ts'
import type { Answers } from '#domain/form/question.ts'

/**
 * Everything that is asked of the worklist (REQ-1), of the patients' list (PAT-1, PAT-5), of the list of messages (NOT-8)
 * and of the queues of the waiting list (PTN-5). The first of each is its first page as it opens. In a quick run
 * each order is asked one way only.
 */
export function listQueries(organisation: Organisation, isQuick: boolean): ListQuery[] {
  const { forms, members, wards, events, requests, now } = organisation
  const deep = Math.floor(requests / 20) // of ten a page: the middle
  const someone = patientOf(organisation, Math.floor(requests / 3))
  const day = (back: number) => new Date(now - back * 86_400_000).toISOString().slice(0, 10)
  const specialty = forms[0]!.specialties[0]!
  const answers = answersOf(forms[0]!)
  const checks = forms.filter(({ type }) => type === 'waiting_list')
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
    'a ward': { wardId: [wards[2]!.id] },
    urgent: { urgent: true },
    'with a red flag': { redFlag: true },
    'not reached': { notReached: true },
    'not reached, waiting, a reason': {
      notReached: true,
      status: ['unopened', 'opened'],
      unreachedReason: ['wrong_contact_detail'],
    },
    'waited 26 weeks or more': { waited: '26' },
    'waited 52 weeks or more': { waited: '52' },
    'created in a week': { createdFrom: day(60), createdTo: day(53) },
    'submitted in a year': { submittedFrom: day(500), submittedTo: day(135) },
    'completed, unassigned, a specialty': { status: ['completed'], assignee: ['none'], specialty: [specialty] },
    'a common answer': { formId: [forms[0]!.id], answer: [answers[0]!] },
    'a rare answer': { formId: [forms[0]!.id], answer: [answers.at(-1)!] },
    'two answers, open': { formId: [forms[0]!.id], answer: answers.slice(0, 2), status: ['completed'] },
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
  const messageFilters = {
    'a method': { method: ['sms'] },
    'two methods': { method: ['sms', 'email'] },
    'a status, of many': { status: ['delivered'] },
    'a status, of few': { status: ['failed'] },
    'a reason': { reason: ['wrong_contact_detail'] },
    reminders: { category: ['request_reminder'] },
    'a form': { formId: [forms[0]!.id] },
    'two forms': { formId: [forms[1]!.id, forms[7]!.id] },
    'queued in a week': { from: day(60), to: day(53) },
    'queued in a year': { from: day(500), to: day(135) },
    'failed SMS': { method: ['sms'], status: ['failed'] },
    'a form, cancelled': { formId: [forms[0]!.id], status: ['cancelled'] },
    'a form, a reason': { formId: [forms[0]!.id], reason: ['wrong_contact_detail'] },
    'a form, accepted': { formId: [forms[0]!.id], status: ['accepted'] },
    'reminders of a form': { formId: [forms.at(-1)!.id], category: ['request_reminder'] },
    'reminders of a year': { category: ['request_reminder'], from: day(500), to: day(135) },
  } satisfies Record<string, MessageFilters>
  const waitingListFilters = {
    'a queue, of few': { queue: 'worse' },
    'a queue, of many': { queue: 'no_reply' },
    'a specialty in a queue': { queue: 'no_reply', specialty: [checks[0]!.specialties[0]!] },
    'a form in a queue': { queue: 'no_reply', formId: [checks.at(-1)!.id] },
    'a cohort in a queue': { queue: 'no_reply', waited: '26' },
  } satisfies Record<string, WaitingListFilters>
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
    ask('requests', 'page in the middle of a common answer', { page: Math.floor(deep / 25), filters: requestFilters['a common answer']! }),
    ask('patients', 'page 1'),
    ask('patients', 'page 1, a hundred rows', { limit: 100 }),
    ...both(patientSorts).map((sort) => ask('patients', `by ${sort}`, { sort })),
    ...Object.entries(patientFilters).map(([what, filters]) => ask('patients', what, { filters })),
    ...[...typed, ...numbers].map((search) =>
      ask('patients', `“${search.length > 8 && /\d{8}/.test(search) ? 'a whole number' : search}”`, { filters: { search } }),
    ),
    ...deepOnes('patients', '-createdAt'),
    ask('messages', 'page 1'),
    ask('messages', 'page 1, a hundred rows', { limit: 100 }),
    ask('messages', 'by createdAt', { sort: 'createdAt' }),
    ...Object.entries(messageFilters).map(([what, filters]) => ask('messages', what, { messageFilters: filters })),
    ...deepOnes('messages', 'createdAt'),
    ask('messages', 'page in the middle of two methods', { page: Math.floor(deep * 0.7), messageFilters: messageFilters['two methods'] }),
    ...Object.entries(waitingListFilters).map(([what, filters]) => ask('waitingList', what, { waitingListFilters: filters })),
    ask('waitingList', 'page 20 of a queue', { page: 20, waitingListFilters: waitingListFilters['a queue, of many'] }),
    ask('messages', 'page in the middle of a form', { page: Math.floor(deep / 12), messageFilters: messageFilters['a form'] }),
  ]
}

/** The answers to the questions with one choice, the most frequent first. */
function answersOf({ versions }: BenchForm) {
  const counts = new Map<string, number>()
  for (const { definition, filled } of versions)
    for (const { answers } of filled)
      for (const key of chosenAnswers(definition, JSON.parse(answers) as Answers).map(answerKey))
        // written by makeAnswers()
        counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([key]) => key)
}
