import { describe, expect, test } from 'vitest'

import { createPatients } from '#server/patients/patients.ts'
import type { Context } from '#server/platform/context.ts'
import { createRequests, getSendingTerms } from '#server/requests/requests.ts'
import { nextNhsNumber, openOrganisation } from '#test/organisation.ts'
import { aForm } from '#test/requests.ts'
import { stepsOf } from '#test/worker-steps.ts'

/** New patients with a form request and a message each, in one transaction as an import makes them. */
async function aBatch(ctx: Context, formId: string, count: number) {
  const blank = { localPatientId: null, sex: null, line1: null, line2: null, town: null, county: null, postcode: null, emailAddress: null }
  const people = Array.from({ length: count }, (_, nth) => ({
    ...blank,
    nhsNumber: nextNhsNumber(),
    firstName: 'Amira',
    lastName: `Khan ${nth}`,
    dateOfBirth: '1961-03-09',
    phoneNumber: '+447700900123',
    preferredMethod: 'sms' as const,
  }))
  const patientIds = await createPatients(ctx, people)
  const request = { method: 'sms', specialty: '', pathwayId: '', location: '', event: '', waitingSince: null } as const
  const requestIds = await createRequests(
    ctx,
    patientIds.map((patientId) => ({ ...request, patientId })),
    await getSendingTerms(ctx, { formId }),
  )
  return { patientIds, requestIds }
}

describe('An import into tables with older rows', () => {
  test('new rows lie side by side, and not in the room that older rows left when they grew (PERF-2)', { timeout: 60_000 }, async () => {
    const ward = await openOrganisation()
    const { id: formId } = await aForm(ward)
    const { step } = stepsOf(ward)
    for (let nth = 0; nth < 8; nth++) await step((ctx) => aBatch(ctx, formId, 500))
    const ofSome = 'where organisation_id = $1 and hashtext(id::text) % 25 = 0'
    await ward.query(`update patients set town = repeat('x', 25) ${ofSome}`, [ward.id])
    await ward.query(`update form_requests set location = repeat('x', 40) ${ofSome}`, [ward.id])
    await ward.query(`update notifications set provider_id = repeat('x', 36), sent_at = now(), status = 'sent' ${ofSome}`, [ward.id])
    await ward.query('vacuum patients, form_requests, notifications')

    const { patientIds, requestIds } = await step((ctx) => aBatch(ctx, formId, 200))

    const pagesOf = async (table: string, column: string, ids: string[]) => {
      const [row] = await ward.query(
        `select count(distinct (ctid::text::point)[0])::int as pages from ${table} where organisation_id = $1 and ${column} = any($2)`,
        [ward.id, ids],
      )
      return Number(row?.['pages'])
    }
    // 200 rows fill about ten pages. The tests beside this one write into the same tables.
    expect(await pagesOf('patients', 'id', patientIds)).toBeLessThan(40)
    expect(await pagesOf('form_requests', 'id', requestIds)).toBeLessThan(40)
    expect(await pagesOf('notifications', 'request_id', requestIds)).toBeLessThan(40)
  })
})
