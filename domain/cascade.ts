import { type Reachable, reasonUnreachable } from './contactability.ts'
import type { MessageReasonCode } from './message-reasons.ts'
import { methodLabel, type MessageMethod, type NotificationMethod, type NotificationStatus } from './notification.ts'

/** In which order methods are tried, and how long to wait for a message, in hours. Without methods nothing follows a message. */
export type Cascade = { methods: readonly NotificationMethod[]; appUnreadHours: number; notDeliveredHours: number }

type Tried = {
  cascade: Cascade
  /** The method of the message that did not reach the patient. */
  after: MessageMethod
  /** The methods of the messages since the last one that a member sent on purpose, `after` included. */
  tried: readonly MessageMethod[]
  patient: Reachable
  /** The methods by which messages can be sent. */
  carried: readonly NotificationMethod[]
}

/**
 * The method to try next: the first one behind `after` in the order that can reach the patient and was not tried. After the last method the
 * order begins again. Undefined when nothing is left to try.
 */
export function nextMethod({ cascade: { methods }, after, tried, patient, carried }: Tried): NotificationMethod | undefined {
  const place = methods.findIndex((method) => method === after) + 1
  return [...methods.slice(place), ...methods.slice(0, place)].find(
    (method) => !tried.includes(method) && reasonUnreachable(patient, method, carried) === undefined,
  )
}

/** Reasons that are about the patient and not about the method: after them no other method is tried. */
const reasonsAgainstAny: readonly MessageReasonCode[] = ['deceased', 'not_to_be_contacted', 'archived']
export const mayTryAnother = (code: MessageReasonCode) => !reasonsAgainstAny.includes(code)

/** Whether a receipt says that the patient was reached, so that no other method is needed. An NHS App message has when it was read. */
export const isReached = ({ method, status }: { method: MessageMethod; status: NotificationStatus }) =>
  status === 'read' || (status === 'delivered' && method !== 'nhs_app')

/** How many hours after a message the next method is tried, if no receipt says that the message was read or delivered. */
export const waitHours = (method: NotificationMethod, { appUnreadHours, notDeliveredHours }: Cascade) =>
  method === 'nhs_app' ? appUnreadHours : notDeliveredHours

/** A method of the order for one patient. `afterHours`: the wait for the method before, 0 for the first. */
export type OrderedMethod = { method: NotificationMethod; afterHours: number }

/** The methods that are tried for a patient, one after the other, when none reaches them. */
export function orderFor({ cascade, after, patient, carried }: Omit<Tried, 'tried' | 'after'> & { after: NotificationMethod }) {
  const order: OrderedMethod[] = [{ method: after, afterHours: 0 }]
  for (;;) {
    const last = order.at(-1)!.method // begins with one
    const next = nextMethod({ cascade, after: last, tried: order.map(({ method }) => method), patient, carried })
    if (!next) return order
    order.push({ method: next, afterHours: waitHours(last, cascade) })
  }
}

/** The words for an order of methods: 'NHS App, then SMS after 24 hours, then email after 72 hours'. */
export const orderInWords = (order: readonly OrderedMethod[]) =>
  order
    .map(({ method, afterHours }) => {
      const name = method === 'email' && afterHours > 0 ? 'email' : methodLabel(method)
      return afterHours === 0 ? name : `then ${name} after ${afterHours} ${afterHours === 1 ? 'hour' : 'hours'}`
    })
    .join(', ')
