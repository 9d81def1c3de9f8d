import { isDeepStrictEqual } from 'node:util'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { roles } from '#domain/roles.ts'

import { snapshotOf } from './isolation/snapshot.ts'
import { endpoints, isAllowed, send, type Endpoint } from './endpoints.ts'
import { fittingInput, hostileInput, type GeneratedInput } from './generated-input.ts'
import { systemAdministrator, type TestOrganisation } from './organisation.ts'
import { wholeOrganisation } from './whole-organisation.ts'

const auditLength = async (ward: TestOrganisation) => Number((await ward.query('select count(*) from audit_events'))[0]!['count'])

/** They answer 200 when it was so already: then these tables are as they were. */
const mayBeSoAlready: Record<string, string[]> = {
  'reportSchedules.update': ['report_schedules'],
  'requests.assign': ['form_requests', 'form_request_events'],
  'requests.close': ['form_requests', 'form_request_events'],
  'requests.setOutcome': ['form_requests', 'form_request_events'],
  'requests.setWaitingSince': ['form_requests', 'form_request_events'],
  'requests.unassign': ['form_requests', 'form_request_events'],
  'letters.putBack': ['letter_batches', 'notifications'],
  'messageProviderAccounts.remove': ['channel_accounts'],
  'waitingList.decide': ['waiting_list_reviews', 'waiting_list_removals', 'form_request_events', 'notifications'],
  'wards.assign': ['member_wards'],
  'wards.unassign': ['member_wards'],
}

// They answer that it was so already, or are about one's own unsaved words, saved views or open windows, name ids only, or answer invented samples: nothing happened, and nothing of a patient was read.
const mayLeaveNoTrace = new Set([
  // Asked every few seconds while a user answers for a patient; saved answers that are shown are logged.
  'answering.changes',
  'formEditors.announce',
  'formEditors.leave',
  'requests.patchMany',
  'imports.complete',
  'drafts.list',
  // The same for every organisation.
  'fhir.metadata',
  'drafts.keep',
  'drafts.discard',
  'letters.queue',
  'live.requests',
  'messageSamples.read',
  'notices.counts',
  'notices.list',
  'notices.markRead',
  'savedViews.create',
  'savedViews.list',
  'savedViews.remove',
  'savedViews.reorder',
  'savedViews.update',
  'series.enrol',
  'series.move',
  'series.send',
  'series.setEnrolments',
  'series.skip',
  'secondFactors.require',
])

describe('Random input', () => {
  test('any input to any endpoint is answered or refused, never a failure; answered calls are in the log, refused ones are not (SAFE-3, AUD-1)', async () => {
    const { ward, ids } = await wholeOrganisation()
    const wrong: string[] = []
    // Nobody else is at work: it is as long before a call as it was after the last.
    let length = await auditLength(ward)
    for (const endpoint of endpoints) {
      const role = roles.find((role) => role !== 'Forms SysAdmin' && isAllowed(endpoint.route, role)) ?? 'Forms SysAdmin'
      const { subject } = role === 'Forms SysAdmin' ? await systemAdministrator() : await ward.staff(role)
      const touched = mayBeSoAlready[endpoint.name]
      const look = async (input: GeneratedInput) => {
        const before = length
        const stood = touched && (await snapshotOf(ward, touched))
        const began = performance.now()
        const { statusCode } = await send(endpoint, input, subject)
        const took = performance.now() - began
        length = await auditLength(ward)
        const isLogged = length > before
        const isUnchanged = touched !== undefined && isDeepStrictEqual(await snapshotOf(ward, touched), stood)
        const isTold = statusCode < 300 ? isLogged || isUnchanged || mayLeaveNoTrace.has(endpoint.name) : !isLogged
        if (statusCode >= 500 || took > 10_000 || !isTold)
          wrong.push(`${endpoint.name}: ${statusCode}, ${isLogged ? '' : 'not '}logged ${JSON.stringify(input).slice(0, 500)}`)
      }
      await fc.assert(fc.asyncProperty(hostileInput(ids, endpoint.group, endpoint.route), look), {
        numRuns: 15,
        seed: Number(process.env['ATTACK_SEED'] ?? 20_261_121),
      })
    }
    expect(wrong).toEqual([])
  })

  const samples = (endpoint: Endpoint, ids: Parameters<typeof fittingInput>[0]) =>
    fc.sample(fittingInput(ids, endpoint.group, endpoint.route), { numRuns: 3, seed: 7 })

  test('a system administrator reads nothing of any patient, and changes nothing of theirs (ORG-7, ROLE-1)', async () => {
    const { ward, ids, ofPatients } = await wholeOrganisation()
    const { subject } = await systemAdministrator()
    const health = [
      'patients',
      'forms',
      'form_versions',
      'form_requests',
      'form_request_events',
      'submissions',
      'patient_links',
      'import_rows',
    ]
    const before = await snapshotOf(ward, health)
    const wrong: string[] = []
    for (const endpoint of endpoints)
      for (const input of samples(endpoint, ids)) {
        const { statusCode, body } = await send(endpoint, input, subject)
        if (statusCode >= 500 || ofPatients.some((word) => body.includes(word)))
          wrong.push(`${endpoint.name}: ${statusCode} ${body.slice(0, 200)}`)
      }
    expect(wrong).toEqual([])
    expect(await snapshotOf(ward, health)).toEqual(before)
  })

  test('the same calls by members of the organisation are answered (ORG-7)', async () => {
    const { ward, ids, words } = await wholeOrganisation()
    const told = new Set<string>()
    const colleagues = [await ward.staff('Forms OrgAdmin'), await ward.staff('Admin')]
    for (const endpoint of endpoints)
      for (const { subject } of colleagues)
        for (const input of samples(endpoint, ids)) {
          const { body } = await send(endpoint, input, subject)
          if (words.some((word) => body.includes(word))) told.add(endpoint.name)
        }
    expect(told.size, [...told].join(', ')).toBeGreaterThan(20)
  })
})
