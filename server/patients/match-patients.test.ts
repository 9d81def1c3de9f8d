import { describe, expect, test } from 'vitest'

import { inOrganisation } from '#server/platform/database.ts'
import { workerContext } from '#server/platform/jobs.ts'
import { collectPlans, pagesIn } from '#test/collect-plans.ts'
import { nextNhsNumber, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aPatient } from '#test/requests.ts'

import { type CheckedPatient, createPatients, fillContacts } from './patients.ts'
import { matchPatients } from './match-patients.ts'

const asWorker = <T>({ id, services }: TestOrganisation, work: (ctx: ReturnType<typeof workerContext>) => Promise<T>) =>
  inOrganisation(services.db, id, (tx) => work(workerContext(services, id, tx)))

const grace = { nhsNumber: '', firstName: 'Grace', lastName: 'Hopper', dateOfBirth: '1961-03-09', postcode: '' }
const checked = (more: Partial<CheckedPatient>): CheckedPatient => ({
  nhsNumber: null,
  localPatientId: null,
  firstName: 'Grace',
  lastName: 'Hopper',
  dateOfBirth: '1961-03-09',
  sex: null,
  line1: null,
  line2: null,
  town: null,
  county: null,
  postcode: null,
  phoneNumber: null,
  emailAddress: null,
  preferredMethod: null,
  ...more,
})

describe('matchPatients', () => {
  test('people are distinguished by NHS number first, else by three of four details, and never matched across two numbers (PAT-4)', async () => {
    const ward = await openOrganisation()
    const known = await aPatient(ward)
    const [unnumbered] = await asWorker(ward, (ctx) =>
      createPatients(ctx, [checked({ firstName: 'Zoë', lastName: "O'Brien", dateOfBirth: '1950-01-02', postcode: 'zz99 3vz' })]),
    )
    const zoe = { firstName: 'Zoe', lastName: 'OBrien', dateOfBirth: '1950-01-02', postcode: 'ZZ993VZ' }

    const matches = await asWorker(ward, (ctx) =>
      matchPatients(ctx, [
        { ...grace, nhsNumber: known.nhsNumber, lastName: 'Murray' },
        { ...grace, nhsNumber: nextNhsNumber() },
        { ...grace, dateOfBirth: '1961-03-09' },
        { ...zoe, firstName: 'Z' },
        { ...zoe, lastName: 'Smith' },
        { ...zoe, dateOfBirth: '1950-01-03' },
        { ...zoe, postcode: null },
        { ...zoe, postcode: null, dateOfBirth: '1950-01-03' },
      ]),
    )

    expect(matches.map((match) => (match.kind === 'matched' ? [match.by, match.candidate.id] : match.kind))).toEqual([
      ['nhs_number', known.id],
      'none',
      ['details', known.id],
      ['details', unnumbered],
      ['details', unnumbered],
      ['details', unnumbered],
      ['details', unnumbered],
      'none',
    ])
  })

  test('two possible matches are left to a person to decide, and nobody of another organisation is ever matched (PAT-4)', async () => {
    const [ours, theirs] = [await openOrganisation(), await openOrganisation()]
    await asWorker(ours, (ctx) => createPatients(ctx, [checked({}), checked({})]))

    expect(await asWorker(ours, (ctx) => matchPatients(ctx, [grace]))).toMatchObject([{ kind: 'ambiguous' }])
    expect(await asWorker(theirs, (ctx) => matchPatients(ctx, [grace]))).toEqual([{ kind: 'none' }])
  })

  test('thousands are created at once, in order, each with an audit event; an existing patient only gets missing details (IMP-5)', async () => {
    const ward = await openOrganisation()
    const patients = Array.from({ length: 5_000 }, () => checked({ nhsNumber: nextNhsNumber(), phoneNumber: '+447700900123' }))

    const ids = await asWorker(ward, (ctx) => createPatients(ctx, patients))

    const rows = await ward.query('select id, nhs_number from patients where organisation_id = $1', [ward.id])
    const numbers = new Map(rows.map(({ id, nhs_number }) => [id, nhs_number]))
    expect(ids.map((id) => numbers.get(id))).toEqual(patients.map(({ nhsNumber }) => nhsNumber))
    expect((await ward.auditTrail()).filter(({ event_type }) => event_type === 'patientCreated')).toHaveLength(5_000)

    const [id = ''] = ids
    const given = { id, phoneNumber: '+447700900999', emailAddress: 'grace@example.com' }
    await asWorker(ward, (ctx) => fillContacts(ctx, [given, given]))
    expect(await ward.query('select phone_number, email_address from patients where id = $1', [id])).toEqual([
      { phone_number: '+447700900123', email_address: 'grace@example.com' },
    ])
    expect((await ward.auditTrail()).at(-1)).toMatchObject({ event_type: 'patientUpdated', subject_id: id })
  })

  test('each search needs four index lookups, however many patients there are (PERF-2, PAT-4)', async () => {
    const full = await openOrganisation()
    await full.query(
      `insert into patients (organisation_id, first_name, last_name, name_key, date_of_birth, postcode)
     select $1, 'Grace', 'Hopper ' || n, 'hopper ' || n || ' grace', date '1930-01-01' + n % 20000, 'ZZ99 ' || n % 10 || 'AA' from generate_series(1, 5000) n`,
      [full.id],
    )
    await full.query('vacuum analyze patients')
    const people = Array.from({ length: 50 }, (_, n) => ({
      ...grace,
      nhsNumber: nextNhsNumber(),
      lastName: `Hopper ${n}x`,
      postcode: 'ZZ98 1AA',
    }))

    const plans = await asWorker(full, async (ctx) => {
      const { explained, plans: all } = collectPlans(ctx.tx)
      await matchPatients({ ...ctx, tx: explained }, people)
      return all
    })

    expect(plans).toHaveLength(1)
    expect(plans[0]).not.toContain('Seq Scan on patients')
    const [, whole] = /(Buffers: .*)/.exec(plans[0]!) ?? []
    // Three or four pages down each index; all of the patients are more than a hundred pages, for each person once.
    expect(pagesIn(whole), plans[0]).toBeLessThan(people.length * 4 * 4)
  })
})
