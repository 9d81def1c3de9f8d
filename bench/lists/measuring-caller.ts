import type { Run } from '../harness/bench.ts'
import { openCaller } from '../harness/caller.ts'
import { startServer } from '../harness/server.ts'
import { listQueries } from './list-queries.ts'
import { baselineMessages } from './baseline-messages.ts'
import { baselinePatients } from './baseline-patients.ts'
import { baselineRequests } from './baseline-requests.ts'
import { baselineWaitingList } from './baseline-waiting-list.ts'
import type { ListQuery, Statement } from './question.ts'
import { openShipped } from './shipped.ts'
import { openBare } from './time-baseline.ts'
import { timeHttp } from './time-http.ts'
import { isTimeUp } from './timed.ts'

import { toQueryString } from '#web/api/query-string.ts'

const baselines = { patients: baselinePatients, messages: baselineMessages, waitingList: baselineWaitingList }

/** A server on a copy of the filled database of that size, and connections to the same database without it: both get the same queries. */
export async function openMeasuringCaller({ cluster, isQuick }: Run, size: number) {
  const filled = await cluster.copy(size)
  const { organisation } = filled
  const server = await startServer(filled.url)
  const [caller, bare] = [await openCaller(server), await openBare(filled.url, 64)]
  const milliseconds = isQuick ? 60 : 450
  const user = organisation.members.find(({ role }) => role === 'Forms User')!
  let wards: string[] | undefined
  const bareOf = (question: ListQuery) => {
    if (question.list === 'requests') return baselineRequests(organisation.id, user.id, { ...question, wards })
    return baselines[question.list](organisation.id, { ...question, wards })
  }
  const shipped = await openShipped(bare, organisation.id)
  const read = async (path: string) => {
    await caller.renew()
    return fetch(server.address + path, { headers: caller.headersFor('GET', path) })
  }
  const http = async (path: string, connections: number, lasting = milliseconds) => {
    // Each connection of the server's pool makes its plans at its first calls.
    await timeHttp(
      server.address,
      caller,
      path,
      connections,
      (answers, elapsed) => answers >= 100 || (answers > 0 && elapsed >= milliseconds),
    )
    const timed = await timeHttp(server.address, caller, path, connections, (answers, elapsed) =>
      isTimeUp(answers, connections, elapsed, lasting),
    )
    await bare.settle()
    return timed
  }
  return {
    organisation,
    userId: user.id,
    questions: listQueries(organisation, isQuick),
    pathOf: (question: ListQuery) => pathOf(read, question),
    http,
    /** A call for one row: the fixed cost of every call. */
    fixed: (connections: number) => http('/api/tenants/tenant/member/me', connections, milliseconds / 4),
    bare: async (question: ListQuery, connections: number) => {
      const { page } = bareOf(question)
      return {
        all: await bare.time(shipped.statementsOf({ ...question, wards }, bareOf(question)), connections, milliseconds),
        page: connections === 1 ? await bare.time([page], 1, milliseconds / 4) : undefined,
      }
    },
    /** Statements that answer a call without us. */
    time: (statements: Statement[]) => bare.time(statements, 1, milliseconds),
    /** Whether both return the same rows in the same order with the same total. It also warms the cache for both. */
    isSame: async (question: ListQuery, path: string) => {
      const { page, counts } = bareOf(question)
      const answer = await read(path)
      if (!answer.ok) return false
      const { docs, totalDocs, isCountCapped = false } = (await answer.json()) as Answer
      const [rows, [counted]] = [await bare.query(page.text, page.values), await bare.query(counts[0]!.text, counts[0]!.values)]
      const count = Number(counted?.['count'])
      await shipped.keep({ ...question, wards }, count, isCountCapped)
      // What is left uncounted is said to be more, and never fewer than there are.
      return (
        (isCountCapped ? count >= totalDocs : count === totalDocs) && rows.map(({ id }) => id).join() === docs.map(({ id }) => id).join()
      )
    },
    /** Limits the caller to the patients of their wards (MEM-4), and the plain statements as well. */
    limitToWards: async () => {
      await bare.query(`update organisations set ward_access = 'assigned' where id = $1`, [organisation.id])
      const rows = await bare.query('select ward_id from member_wards where organisation_id = $1 and member_id = $2', [
        organisation.id,
        user.id,
      ])
      wards = rows.map(({ ward_id }) => String(ward_id))
    },
    close: async () => {
      await bare.close()
      await server.stop()
      await filled.drop()
    },
  }
}
/** Every list answers so. */
type Answer = { docs: { id: string }[]; totalDocs: number; isCountCapped?: boolean }
export type MeasuringCaller = Awaited<ReturnType<typeof openMeasuringCaller>>

/** With the cursor of the page before, if there is one. */
async function pathOf(
  read: (path: string) => Promise<Response>,
  { list, page = 1, limit = 10, sort, filters, messageFilters, waitingListFilters, after }: ListQuery,
) {
  const path = {
    requests: '/api/forms/request',
    patients: '/api/patients/patient',
    messages: '/api/forms/message',
    waitingList: '/api/forms/waiting-list',
  }[list]
  const query = (more: object) =>
    `${path}?${toQueryString({ page, limit, sort, filters: filters ?? messageFilters ?? waitingListFilters, ...(list === 'requests' && { groupings: false }), ...more })}`
  if (!after) return query({})
  const answer = await read(query({ page: page - 1 }))
  return query({ cursor: ((await answer.json()) as { cursor?: string }).cursor })
}
