import type { World } from '#test/survival/round-context.ts'

import { answerForm } from './answering.ts'
import { changeRequests } from './changing.ts'
import { persist } from './persist.ts'

/** A form is sent to a few patients by hand; some answer it, the clinic changes its mind about the others. */
export async function sendForms(world: World) {
  const { staff, ledger, random, form } = world
  const patientIds = Array.from({ length: 12 }, () => random.pick(world.patientIds)).filter((id, at, all) => all.indexOf(id) === at)
  const key = random.uuid()
  const method = random.pick(world.methods)
  const sent = { key, patientIds, ids: [] as string[] }
  ledger.sendings.push(sent)
  // Always the same key, so that a form that was already sent is not sent again.
  const { ids } = await persist('sending', () =>
    staff.call<{ ids: string[] }>('POST', '/api/forms/request', { json: { patientIds, formId: form.id, method, key } }),
  )
  sent.ids = ids
  await Promise.all([...ids.slice(0, 6).map((id, at) => answerForm(world, id, { isWhole: at < 4 })), changeRequests(world, ids.slice(6))])
}
