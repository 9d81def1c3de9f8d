import type { RequestSummary } from '#contract/request-records.ts'
import { formatCount } from '#domain/amounts.ts'
import { can, needsMessageWhenReopened, type RequestAction, type RequestStatus } from '#domain/request-status.ts'
import type { BulkAct, BulkRequestAct } from '#domain/worklists.ts'
import { countedRequests } from '#web/staff/requests/words.ts'

import { bulkWords } from './bar-words.ts'
import { type Outcome, stateOf } from './patches.ts'

/** "25 messages" where an act is about messages. */
export const countedFor = (act: BulkAct, count: number) => formatCount(count, bulkWords[act].noun ?? 'form request')

const actionOf = (act: BulkRequestAct): RequestAction | undefined => (act === 'assign' || act === 'unassign' ? undefined : act)
/** The status an act ends in, where it is always the same. */
const goals: Partial<Record<BulkAct, RequestStatus>> = { close: 'closed', mark_sent_in_error: 'sent_in_error' }

/** A number of form requests in the same state, which is all that the dialog needs to know. */
type Group = { status: RequestStatus; assignedTo: 'nobody' | 'me' | 'other'; isUrgent: boolean; count: number }
/** What has been ticked in a dialog; form requests of others and urgent ones are left as they are until then. */
type Ticked = { takeOver: boolean; confirmUrgent: boolean }

/** Those of the selection that are urgent and would be closed. */
export const urgentToClose = (act: BulkRequestAct, requests: readonly RequestSummary[]) =>
  act === 'close' ? requests.filter((request) => request.isUrgent && can('close', stateOf(request))) : []

/** Those of the selection that have no message which leads to them once they are reopened. */
export const needingMessage = (act: BulkRequestAct, requests: readonly RequestSummary[]) =>
  act === 'reopen'
    ? requests.filter((request) =>
        needsMessageWhenReopened({ ...stateOf(request), expiresAt: request.expiresAt, lastMessage: request.notification?.status }),
      )
    : []

export const groupsOf = (requests: readonly RequestSummary[], memberId: string): Group[] =>
  requests.map(({ status, assignee, isUrgent }) => ({
    status,
    isUrgent,
    assignedTo: assignee === null ? 'nobody' : assignee.id === memberId ? 'me' : 'other',
    count: 1,
  }))

const sum = (groups: readonly Group[]) => groups.reduce((total, { count }) => total + count, 0)

/** The expected results. The server decides about each form request. */
export function consequencesOf(act: BulkRequestAct, groups: readonly Group[], { takeOver, confirmUrgent }: Ticked) {
  const action = actionOf(act)
  const isSo = ({ status, assignedTo }: Group) => (act === 'unassign' ? assignedTo === 'nobody' : status === goals[act])
  const possible = groups.filter((group) => (action ? can(action, group) : !isSo(group)))
  const already = sum(groups.filter(isSo))
  const isTaken = ({ assignedTo }: Group) => takeOver || assignedTo !== 'other'
  const isConfirmed = ({ isUrgent }: Group) => act !== 'close' || confirmUrgent || !isUrgent
  const able = possible.filter((group) => isTaken(group) && isConfirmed(group))
  return {
    total: sum(groups),
    able: sum(able),
    already,
    unable: sum(groups) - sum(possible) - already,
    /** Patients who could still answer and then no longer can. */
    waiting: sum(able.filter(({ status }) => status === 'unopened' || status === 'opened')),
    /** It could be done to them, but only by taking over. */
    takenByOthers: sum(possible.filter((group) => group.assignedTo === 'other' && isConfirmed(group))),
    /** It could be closed, but only once it is confirmed that urgent ones are meant. */
    urgent: act === 'close' ? sum(possible.filter((group) => group.isUrgent && isTaken(group))) : 0,
  }
}
export type Consequences = ReturnType<typeof consequencesOf>

/** What a dialog shows: where it would be done to urgent ones alone, they are counted before they are confirmed. */
export function shownConsequencesOf(act: BulkRequestAct, groups: readonly Group[], ticked: Ticked) {
  const now = consequencesOf(act, groups, ticked)
  return now.able > 0 ? now : consequencesOf(act, groups, { ...ticked, confirmUrgent: true })
}

/** All form requests that could be closed are urgent, so closing needs confirmation. */
export const needsConfirmation = (act: BulkRequestAct, groups: readonly Group[], ticked: Ticked) =>
  consequencesOf(act, groups, ticked).able === 0 && consequencesOf(act, groups, { ...ticked, confirmUrgent: true }).able > 0

/**
 * The question of the dialog, with the number of form requests that will change: `Reopen 1,145 of 1,576 form requests?` A single one is named as it
 * is; the dialog says why it does not change yet.
 */
export function questionOf(act: BulkAct, { total, able }: Pick<Consequences, 'total' | 'able'>) {
  const part = total > 1 && able < total ? `${able.toLocaleString('en-GB')} of ` : ''
  return `${bulkWords[act].title} ${part}${countedFor(act, total)}${bulkWords[act].after ?? ''}${act === 'assign' ? '' : '?'}`
}

/** The result of a change, with numbers: "24 form requests closed. 1 was already closed." */
export function doneInWords(act: BulkAct, outcomes: readonly Outcome[]) {
  const changed = outcomes.filter(({ done, already }) => done && !already).length
  const already = outcomes.filter((one) => one.already).length
  const { done } = bulkWords[act]
  if (already === 0) return `${countedRequests(changed)} ${done}.`
  const same = `${already.toLocaleString('en-GB')} ${already === 1 ? 'was' : 'were'} already ${done}.`
  return changed === 0 ? `No form requests ${done}. ${same}` : `${countedRequests(changed)} ${done}. ${same}`
}
