import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { openOrganisation } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'

async function openSearch() {
  const ward = await openOrganisation()
  const ada = await ward.staff('User')
  const formId = (await aForm(ward)).id
  const add = async (seed: Parameters<typeof aPatient>[1]) => {
    const patient = await aPatient(ward, seed)
    await aRequest(ward, { patientId: patient.id, formId })
    return patient.id
  }
  const ask = async (path: string, search: string) =>
    (await ada.get(`${path}?limit=100&filters[search]=${encodeURIComponent(search)}`)).json()
  /** The ids of the patients in both lists; the two must agree, with each other and with their totals. */
  const found = async (search: string) => {
    const [patients, requests] = await Promise.all([ask('/api/patients/patient', search), ask('/api/forms/request', search)])
    const [listed, waiting] = [
      patients.docs.map(({ id }: { id: string }) => id).toSorted(),
      requests.docs.map(({ patient }: { patient: { id: string } }) => patient.id).toSorted(),
    ]
    expect([search, waiting, patients.totalDocs, requests.totalDocs]).toEqual([search, listed, listed.length, listed.length])
    return listed as string[]
  }
  return { add, found }
}

const letters = fc.constantFrom(...'aáäåbcçdeéèfghiíjklłmnñoöøpqrsßtuüvwxyz')
const part = fc.array(letters, { minLength: 2, maxLength: 7 }).map((all) => all.join(''))
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const name = fc
  .tuple(
    fc.constantFrom('', '', '', "O'", 'O’', 'Mc', 'de ', 'van der ', "d'", 'St. '),
    fc.array(part, { minLength: 1, maxLength: 2 }),
    fc.constantFrom('-', ' '),
  )
  .map(([before, parts, between]) => before + parts.map(capital).join(between))

const withoutAccents = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l').replaceAll('ø', 'o').replaceAll('ß', 'ss')

/** How somebody may write a name that they heard, or see in front of them. */
const writing = fc.record({
  order: fc.constantFrom(
    (first: string, last: string) => `${last}, ${first}`,
    (first: string, last: string) => `${last},${first}`,
    (first: string, last: string) => `${last} ${first}`,
    (first: string, last: string) => `${first} ${last}`,
    (first: string, last: string) => `${first}  ${last} `,
    (first: string, last: string) => `${last}, ${first[0]}.`,
    (_: string, last: string) => last,
  ),
  apostrophe: fc.constantFrom("'", '’', '', ' ', "' "),
  separator: fc.constantFrom('-', ' ', '', ' - '),
  inCase: fc.constantFrom(
    String,
    (text: string) => text.toUpperCase(),
    (text: string) => text.toLowerCase(),
  ),
  accents: fc.constantFrom(String, withoutAccents),
  /** How far somebody has typed. */
  typed: fc.constantFrom(1, 1, 0.8, 0.6),
})
type Writing = typeof writing extends fc.Arbitrary<infer W> ? W : never

function write(first: string, last: string, { order, apostrophe, separator, inCase, accents, typed }: Writing) {
  const one = (text: string) => accents(inCase(text.replace(/[-\s]+/g, separator).replace(/['’]/g, apostrophe)))
  const whole = order(one(first), one(last))
  return whole.slice(0, Math.max(4, Math.ceil(whole.length * typed)))
}

describe('GET /patient and GET /request: searching by name', () => {
  test('a name is found in any usual spelling, while typing (PAT-1, PAT-5, REQ-1)', async () => {
    const { add, found } = await openSearch()
    await fc.assert(
      fc.asyncProperty(name, name, fc.array(writing, { minLength: 3, maxLength: 3 }), async (firstName, lastName, writings) => {
        const id = await add({ firstName, lastName })
        for (const one of writings) {
          const search = write(firstName, lastName, one)
          expect((await found(search)).includes(id), `${firstName} ${lastName} by "${search}"`).toBe(true)
        }
      }),
      { numRuns: 40 },
    )
  })

  test('a surname, a comma and a given name find the patient in both orders, and nobody else (PAT-1, REQ-1)', async () => {
    const { add, found } = await openSearch()
    const amelia = await add({ firstName: 'Amelia', lastName: 'Nowak' })
    const jan = await add({ firstName: 'Jan', lastName: 'Nowak' })
    const expected = {
      'Nowak, Amelia': [amelia],
      'Amelia, Nowak': [amelia],
      'nowak,am': [amelia],
      'Nowak, A.': [amelia],
      nowak: [amelia, jan],
    }
    for (const [search, ids] of Object.entries(expected)) expect([search, await found(search)]).toEqual([search, ids.toSorted()])
  })

  test('a name in several parts is found written as one, and a name in one written in parts (PAT-1, REQ-1)', async () => {
    const { add, found } = await openSearch()
    const zoe = await add({ firstName: 'Zoë', lastName: "O'Brien" })
    const pat = await add({ firstName: 'Pat', lastName: 'O Brien' })
    const ana = await add({ firstName: 'Mary-Jane', lastName: 'de la Cruz' })
    const jan = await add({ firstName: 'Jan', lastName: 'Vanderberg' })
    const expected = {
      'o brien': [zoe, pat],
      obrien: [zoe, pat],
      "o'brien": [zoe, pat],
      "O' Brien, Zoe": [zoe],
      'pat o brien': [pat],
      delacruz: [ana],
      lacruz: [ana],
      'maryjane de la cruz': [ana],
      'cruz maryj': [ana],
      'van der berg': [jan],
      'jan van der b': [jan],
    }
    for (const [search, ids] of Object.entries(expected)) expect([search, await found(search)]).toEqual([search, ids.toSorted()])
  })

  test('a last name is not read on into the first name (PAT-1, REQ-1)', async () => {
    const { add, found } = await openSearch()
    await add({ firstName: 'Emma', lastName: 'Brown' })
    const browne = await add({ firstName: 'Ann', lastName: 'Browne' })
    expect(await found('browne')).toEqual([browne])
  })
})

describe('GET /patient and GET /request: searching by local patient ID', () => {
  test('an ID is found in any case, with and without digits (PAT-1, REQ-1)', async () => {
    const { add, found } = await openSearch()
    const capitals = await add({ localPatientId: 'K401332' })
    const small = await add({ localPatientId: 'x84376' })
    const wordOnly = await add({ localPatientId: 'NEW' })
    const newman = await add({ lastName: 'Newman', localPatientId: 'newer' })
    const expected = {
      k401332: [capitals],
      K4013: [capitals],
      X84376: [small],
      x84: [small],
      NEW: [wordOnly, newman],
      new: [wordOnly, newman],
      newe: [newman],
      newm: [newman],
    }
    for (const [search, ids] of Object.entries(expected)) expect([search, await found(search)]).toEqual([search, ids.toSorted()])
  })
})
