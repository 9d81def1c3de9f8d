import { request, type APIRequestContext } from '@playwright/test'

import { waitingListCheck } from '#domain/form/library/waiting-list-check.ts'
import { syntheticNhsNumber } from '#domain/nhs-number.ts'
import { firstNames, lastNames } from '#database/demo/names.ts'
import { formOf } from '#test/page-form.ts'

import type { FileRow } from './spreadsheet.ts'

export type Answers = Record<string, string>
export type Patient = { row: FileRow; name: string; born: Date; answers: Answers | undefined }

const first = [...firstNames.female, ...firstNames.male]
const others: Answers = { contact: 'yes', help: 'none', message: '' }
const waiting: Answers = { ...others, waiting: '2', needed: 'yes', changed: 'no_change', offers: 'none' }
const reasons = ['my_symptoms_have_gone', 'i_had_care_elsewhere', 'i_do_not_wish_to_have_treatment']

/** How many patients answer what; all others stay silent. */
export const groups = {
  fine: { count: 22, answers: waiting },
  littleWorse: { count: 4, answers: { ...waiting, changed: 'a_little_worse' } },
  muchWorse: { count: 2, answers: { ...waiting, changed: 'much_worse' } },
  noLongerNeeded: { count: 10, answers: { ...others, waiting: '2', needed: 'no' } },
  notSureOfNeed: { count: 6, answers: { ...waiting, needed: 'unsure' } },
  notSureOfList: { count: 4, answers: { ...waiting, waiting: '1' } },
  notOnList: { count: 8, answers: { ...others, waiting: '0' } },
  moved: { count: 4, answers: { ...waiting, contact: 'no', contact_change: 'I have moved to my daughter’s.' } },
} satisfies Record<string, { count: number; answers: Answers }>
export type Group = keyof typeof groups

const all = 200
/** Two hundred patients who wait, the first of them in the order of the groups. */
export function makePatients(): Patient[] {
  const answers = Object.values(groups).flatMap(({ count, answers: given }) => Array.from({ length: count }, () => given))
  return Array.from({ length: all }, (_, index) => {
    const born = new Date(Date.UTC(1936 + (index % 60), index % 12, 1 + (index % 28)))
    const [firstName, lastName] = [first[index % first.length]!, lastNames[(index * 7 + Math.floor(index / 40)) % lastNames.length]!]
    const given: Answers | undefined = answers[index]
    return {
      name: `${firstName} ${lastName}`,
      born,
      answers: given && { ...given, ...(given['needed'] === 'no' && { reason: reasons[index % reasons.length]! }) },
      row: {
        nhsNumber: syntheticNhsNumber(75_000 + index),
        localPatientId: `W${10_000 + index}`,
        firstName,
        lastName,
        dateOfBirth: born,
        phone: `07700 900${String(index).padStart(3, '0')}`,
        line1: `${1 + index} Mill Lane`,
        town: 'Harrow Vale',
        postcode: `ZZ9${index % 10} ${1 + (index % 9)}AA`,
        form: waitingListCheck.title,
        specialty: '110',
        pathwayId: `PW-${2_000 + index}`,
        method: 'SMS',
      },
    }
  })
}

/** The patients of a group, as places in the list. */
export function placesOf(group: Group) {
  const names = Object.keys(groups) as Group[] // exactly its keys
  const start = names.slice(0, names.indexOf(group)).reduce((sum, name) => sum + groups[name].count, 0)
  return Array.from({ length: groups[group].count }, (_, index) => start + index)
}

export const bornParts = ({ born }: Patient) => [born.getUTCDate(), born.getUTCMonth() + 1, born.getUTCFullYear()].map(String)

/** Answers the form by sending its pages one by one, as a browser without scripts does. */
export async function answerByForms(link: string, patient: Patient) {
  const visiting = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin', accept: 'text/html' }
  const device = await request.newContext({ baseURL: new URL(link).origin, extraHTTPHeaders: visiting })
  try {
    const [day, month, year] = bornParts(patient)
    let page = await (await device.get(link)).text()
    page = await send(device, page, { 'date-of-birth-day': day!, 'date-of-birth-month': month!, 'date-of-birth-year': year! })
    const first = /href="([^"]*\/question\/1)"/.exec(page)?.[1]
    if (first) page = await (await device.get(first)).text()
    for (let pages = 0; !page.includes('Your answers have been sent'); pages++) {
      if (pages > waitingListCheck.definition.questions.length + 3) throw new Error('The answers were not sent')
      const asked = waitingListCheck.definition.questions.find(({ id }) => page.includes(`name="${id}"`))
      page = await send(device, page, asked ? { [asked.id]: patient.answers?.[asked.id] ?? '' } : {})
    }
  } finally {
    await device.dispose()
  }
}

async function send(device: APIRequestContext, page: string, fields: Record<string, string>) {
  const { action, hidden } = formOf(page)
  const answer = await device.post(action, { form: { ...hidden, ...fields } })
  if (!answer.ok()) throw new Error(`${answer.status()} after ${Object.keys(fields).join()}: ${(await answer.text()).slice(0, 2000)}`)
  return answer.text()
}
