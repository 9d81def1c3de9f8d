import { createHash } from 'node:crypto'

import type { Reviewed } from '#contract/requests.ts'
import { Problem } from '#server/platform/problem.ts'

import type { FormToSend, SendingPlan } from './plan-sending.ts'

const digestOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

/** A digest of what a member sees of a plan. Plans that look the same have the same digest, whatever the order of the patients. */
export function summarisePlan({ formId, specialty, pathwayId, location, event, waitingSince }: FormToSend, plan: SendingPlan): Reviewed {
  const { terms, times, recipients, cost, examples } = plan
  const people = recipients.map(({ method, patient: { id, firstName, lastName, dateOfBirth, nhsNumber } }) =>
    [id, firstName, lastName, dateOfBirth, nhsNumber, method].join('\n'),
  )
  const isInApp = recipients.some(({ method }) => method === 'nhs_app')
  const openIds = recipients.flatMap(({ open }) => open.map(({ id }) => id))
  // The number of days, not the moment: a minute later the form would expire a minute later.
  const daysToAnswer = Math.round((terms.expiresAt.getTime() - terms.messagesFrom.getTime()) / 86_400_000)
  return {
    formVersion: terms.form.version,
    details: digestOf([formId, specialty, pathwayId, location, event, waitingSince]),
    recipients: digestOf(people.toSorted()),
    openRequests: digestOf(openIds.toSorted()),
    // Not the time at which the last message has left, which depends on what others send meanwhile.
    cost: digestOf([
      cost.price,
      cost.messages.map(({ method, fragments, tooLong, next }) => [method, fragments, tooLong, next]),
      examples
        .map(({ method, language, templateId, templateVersion }) => [method, language, templateId, templateVersion].join(' '))
        .toSorted(),
    ]),
    messageTimes: digestOf([daysToAnswer, times.sendAt, times.messagesFrom, ...(isInApp ? [times.appMessagesFrom] : [])]),
  }
}

/** Throws `changed_since_review` with the changes if the plan is no longer the one that was reviewed. */
export function requireReviewedPlan(reviewed: Reviewed, now: Reviewed) {
  const isChanged = (name: keyof Reviewed) => reviewed[name] !== now[name]
  const changes = [
    isChanged('formVersion') && `Version ${now.formVersion} of the form is now published.`,
    isChanged('details') && 'The form or its details have changed.',
    isChanged('recipients') && 'The patients or the methods have changed.',
    isChanged('openRequests') && 'The open form requests for the same form have changed.',
    // The cost of other patients or of another form is different anyway.
    isChanged('cost') &&
      !isChanged('recipients') &&
      !isChanged('details') &&
      !isChanged('formVersion') &&
      'The text, the price or the order of the methods has changed.',
    isChanged('messageTimes') && 'The time when messages are sent has changed.',
  ].filter((words) => words !== false)
  if (changes.length === 0) return
  const words = `Nothing was sent, because something has changed since you checked. ${changes.join(' ')} Check again before you send.`
  throw new Problem('changed_since_review', words)
}

/** A fingerprint of one sending. A repeat with the same key must have the same fingerprint. */
export const fingerprintOf = ({ patientIds, formId, method, sendAt, ...details }: FormToSend) => {
  const { specialty, pathwayId, location, event, waitingSince } = details
  return digestOf([
    [...new Set(patientIds)].toSorted(),
    formId,
    method,
    specialty,
    pathwayId,
    location,
    event,
    sendAt,
    ...(waitingSince ? [waitingSince] : []),
  ])
}
