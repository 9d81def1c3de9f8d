import type { MessageFilters } from '#contract/messages.ts'
import type { Days } from '#domain/dashboard-periods.ts'
import { toQueryString } from '#web/api/query-string.ts'

import { times, type Measurement, type Table } from '../harness/results.ts'
import { conditionsOf } from './baseline-messages.ts'
import { baselineRequests } from './baseline-requests.ts'
import type { MeasuringCaller } from './measuring-caller.ts'
import { collectValues, type Filters, type Statement } from './question.ts'

/** The most that a figure may take, beside counting it. */
const most = 3

/** The numbers beside the filters of the worklist, the totals of messages, and the dashboard: what is there now, and the figures of periods. */
export async function measureFigures(asker: MeasuringCaller, size: number): Promise<Table> {
  const { organisation } = asker
  const day = (back: number) => new Date(organisation.now - back * 86_400_000).toISOString().slice(0, 10)
  const totals = (by: 'day' | 'month', filters: MessageFilters = {}) => ({
    path: `/api/forms/message/totals?${toQueryString({ by, filters })}`,
    statements: totalsOf(organisation.id, by, filters),
  })
  const form = organisation.forms[0]!.id // an organisation has thirty
  const ward = organisation.wards[0]!.id
  const responses = (days: Days, filters: ResponseFilters = {}) => ({
    path: `/api/forms/dashboard/responses?${toQueryString({ ...days, filters })}`,
    statements: responsesOf(organisation.id, days, filters),
  })
  const numbers = (filters: Filters = {}) => ({
    path: `/api/forms/request/groupings?${toQueryString({ filters })}`,
    statements: baselineRequests(organisation.id, asker.userId, { list: 'requests', what: '', filters }).groupings,
  })
  const figures = {
    'numbers beside the filters of the worklist': numbers(),
    'the same, a status': numbers({ status: ['completed'] }),
    'the same, a form': numbers({ formId: [form] }),
    'the same, a form and a method': numbers({ formId: [form], method: ['email'] }),
    'messages by month': totals('month'),
    'messages by day': totals('day'),
    'messages by day, a form': totals('day', { formId: [form] }),
    'messages by day, a year': totals('day', { from: day(500), to: day(135) }),
    'messages by month, failed': totals('month', { status: ['failed'] }),
    'messages by month, a method of a form': totals('month', { method: ['sms'], formId: [form] }),
    'dashboard, now': { path: '/api/forms/dashboard', statements: dashboardOf(organisation.id, asker.userId) },
    'dashboard, 30 days': responses({ from: day(29), to: day(0) }),
    'dashboard, 90 days': responses({ from: day(89), to: day(0) }),
    'dashboard, 12 months': responses({ from: day(364), to: day(0) }),
    'dashboard, 12 months, a form': responses({ from: day(364), to: day(0) }, { formId: [form] }),
    'dashboard, 12 months, a form and a ward': responses({ from: day(364), to: day(0) }, { formId: [form], wardId: [ward] }),
    'dashboard, 5 years': responses({ from: day(1_820), to: day(0) }),
  }
  const rows: Measurement[] = []
  for (const [what, { path, statements }] of Object.entries(figures)) {
    const call = await asker.fixed(1)
    const [ours, bare] = [await asker.http(path, 1), await asker.time(statements)]
    const beyond = Math.max(0, ours.p50 - call.p50) / bare.p50
    rows.push({
      what,
      values: { p50: ours.p50, p99: ours.p99, 'counted p50': bare.p50, '×': times(ours.p50 / bare.p50), beyond: times(beyond) },
      isPastLimit: ours.failures > 0 || beyond > most,
    })
  }
  return {
    title: `The figures of ${size.toLocaleString('en-GB')} form requests and their messages`,
    about: `GET /api/forms/request/groupings, GET /api/forms/message/totals, GET /api/forms/dashboard and GET /api/forms/dashboard/responses, signed in, over one connection, beside plain statements that count the same by the tables’ owner. Milliseconds. Limit: ${most} × beyond the fixed cost of a call.`,
    rows,
  }
}

function totalsOf(organisationId: string, by: 'day' | 'month', filters: MessageFilters): Statement[] {
  const counting = (groups: string, filtered: MessageFilters): Statement => {
    const values = collectValues([organisationId])
    return {
      text: `
        select ${groups}, count(*), sum(fragments), sum(price) from notifications n where ${conditionsOf(values, filtered)}
        group by ${groups} order by count(*) desc limit 2000`,
      values: values.values,
    }
  }
  const { formId: _, ...others } = filters
  return [
    counting('method, status, reason_code', filters),
    counting(`date_trunc('${by}', created_at at time zone 'Europe/London'), status`, filters),
    counting('form_id', others),
  ]
}

function dashboardOf(organisationId: string, memberId: string): Statement[] {
  const of = (text: string, values: unknown[] = []): Statement => ({ text, values: [organisationId, ...values] })
  return [
    of(
      `select status, assignee_id = $2, assignee_id is null, is_urgent, is_unreached, count(*) from form_requests
       where organisation_id = $1 group by 1, 2, 3, 4, 5`,
      [memberId],
    ),
    of(
      `select method, status, count(*) from notifications where organisation_id = $1 and created_at >= date_trunc('month', now()) group by 1, 2`,
    ),
  ]
}

type ResponseFilters = { formId?: string[]; wardId?: string[] }

/** The figures of the period and of the period before, each counted by itself. */
function responsesOf(organisationId: string, { from, to }: Days, { formId, wardId }: ResponseFilters): Statement[] {
  const counting = (column: string, what: string, groups: string): Statement => {
    const { values, add } = collectValues([organisationId])
    const first = `${add(from, 'date')}::timestamp at time zone 'Europe/London'`
    const end = `(${add(to, 'date')} + 1)::timestamp at time zone 'Europe/London'`
    const conditions = [
      `organisation_id = $1 and ${column} >= ${first} - (${end} - ${first}) and ${column} < ${end}`,
      ...(formId ? [`form_id = ${add(formId[0], 'uuid')}`] : []),
      ...(wardId ? [`ward_id = ${add(wardId[0], 'uuid')}`] : []),
    ]
    const isCurrent = `${column} >= ${first}`
    return { text: `select ${isCurrent}, ${what} from form_requests where ${conditions.join(' and ')} group by ${groups}`, values }
  }
  return [
    counting(
      'created_at',
      `date_trunc('day', created_at), notification_method, count(*), count(completed_at), count(*) filter (where is_urgent),
         count(*) filter (where is_unreached)`,
      '1, 2, 3',
    ),
    counting('completed_at', `date_trunc('day', completed_at), count(*)`, '1, 2'),
    counting('completed_at', 'percentile_cont(0.5) within group (order by extract(epoch from completed_at - send_at))', '1'),
  ]
}
