import { waitingListCheck } from '#domain/form/library/waiting-list-check.ts'

import type { TestOrganisation } from './organisation.ts'
import { openPhone } from './phone.ts'
import { sendFormToPatient } from './send-form-to-patient.ts'

type Sent = Omit<NonNullable<Parameters<typeof sendFormToPatient>[1]>, 'formTitle'> & { type?: string; specialty?: string }

/** A waiting-list check that a patient can answer: `answer` sends the answers to the questions that are asked, and returns the phone. */
export async function sendWaitingListCheck(
  ward: TestOrganisation,
  { type = 'waiting_list', specialty = '', definition = waitingListCheck.definition, ...asked }: Sent = {},
) {
  const sent = await sendFormToPatient(ward, { definition, formTitle: 'Waiting list check', ...asked })
  await ward.query('update forms set type = $2 where id = $1', [sent.formId, type])
  await ward.query('update form_requests set specialty = $2 where id = $1', [sent.requestId, specialty])
  return {
    ...sent,
    answer: async (answers: Record<string, string | string[]>) => {
      const phone = await openPhone()
      let page = await phone.open(sent.link)
      for (let pages = 0; !page.address?.endsWith('/confirmation'); pages++) {
        if (pages > definition.questions.length + 2) throw new Error(`The answers were not sent: ${page.address}`)
        const asks = definition.questions.find(({ id }) => page.body.includes(`name="${id}"`))
        page = await phone.fillIn(page, asks ? { [asks.id]: answers[asks.id] ?? '' } : {})
      }
      return phone
    },
  }
}

type Staff = Awaited<ReturnType<TestOrganisation['staff']>>
const address = '/api/forms/waiting-list'

/** Decides entries of a queue of the waiting list. */
export const decide = async (staff: Staff, queue: string, decision: string, requests: string[], note = '') =>
  (await staff.post(`${address}/decide`, { queue, decision, note, requests })).json<{
    done: number
    refused: { id: string; reason: string }[]
  }>()

/** The form requests in a queue. */
export const idsIn = async (staff: Staff, queue: string) =>
  (await staff.get(`${address}?limit=100&filters[queue]=${queue}`)).json<{ docs: { id: string }[] }>().docs.map(({ id }) => id)
