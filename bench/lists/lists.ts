import type { Bench, Run } from '../harness/bench.ts'
import { times, type Measurement, type Table } from '../harness/results.ts'
import { measureFigures } from './figures.ts'
import { openMeasuringCaller, type MeasuringCaller } from './measuring-caller.ts'
import type { ListQuery } from './question.ts'
import type { Timed } from './timed.ts'

/** The most that an answer over HTTP may take, beside the bare statements at as many connections in the same run (PERF-1). */
const most = 3
/** A statement that takes longer than this is not run in parallel: the queue of the machine would be measured. */
const longest = 400

const about = {
  requests: 'GET /api/forms/request?groupings=false, as the app asks: a page of ten and its total.',
  patients: 'GET /api/patients/patient: a page of ten and its total.',
  messages: 'GET /api/forms/message: a page of ten and its total.',
  waitingList: 'GET /api/forms/waiting-list: a page of ten of a queue, with the totals of every queue and filter.',
}
const how = `Signed in (DPoP), over HTTP, with the whole response. “Bare” is what a good engineer would ship: the same page, and its total by a counter that is kept where there is at most one value of one filter, else counted, as prepared statements on the same PostgreSQL, by the tables’ owner without row-level security, over as many connections. Milliseconds; “/s” are answers a second; in brackets the number of connections that ask at once, each again after its answer. “Beyond” is the same without the fastest time of the first line: a call that asks for almost nothing also checks who calls, binds the organisation, writes its audit event and commits. Limit: ${most} × bare beyond that call, by the median, and with more than one connection also by the 99th percentile. Before anything is timed, both sides return the same rows and the same total, or the line says so.`

const inShort = [1, 16].flatMap((many) => [`p50 (${many})`, `bare p50 (${many})`, `beyond (${many})`])

export const benchLists: Bench = async (run) => {
  const { size, isQuick } = run
  const grown: Table = {
    title: 'Page 1 as the table grows',
    about: 'The first page of each list: milliseconds over HTTP with one connection.',
    rows: Object.keys(about).map((list) => ({ what: list, values: {} })),
  }
  const tables: Table[] = []
  for (const one of isQuick ? [size / 10, size] : [size / 100, size / 10, size]) {
    const seconds = await run.cluster.fill(one)
    if (seconds > 0) run.say(`filled with ${one} in ${seconds.toFixed(0)} s`)
    const asker = await openMeasuringCaller(run, one)
    try {
      for (const [nth, [list, words]] of Object.entries(about).entries()) {
        const questions = asker.questions.filter((question) => question.list === list)
        const path = await asker.pathOf(questions[0]!)
        await asker.http(path, 1)
        const { p50, p99 } = await asker.http(path, 1)
        Object.assign(grown.rows[nth]!.values, {
          [`${one.toLocaleString('en-GB')}: p50`]: p50,
          [`${one.toLocaleString('en-GB')}: p99`]: p99,
        })
        if (one < size) continue
        const fixed = new Map<number, Timed>()
        for (const many of isQuick ? [1, 16] : [1, 16, 64]) fixed.set(many, await asker.fixed(many))
        const rows: Measurement[] = []
        // A quick run measures only the first page in parallel, because the plain counting is slow.
        for (const question of questions)
          rows.push(await measure(asker, question, fixed, isQuick && rows.length > 0 ? [1] : [...fixed.keys()]))
        rows.unshift(inWords('any call at all', fixed))
        run.say(`${rows.length} lines of ${list}`)
        tables.push({ title: `The list of ${size.toLocaleString('en-GB')} ${list}`, about: `${words} ${how}`, inShort, rows })
      }
      if (one < size) continue
      tables.push(await measureFigures(asker, size))
      tables.push(await askAsLimited(run, asker))
    } finally {
      await asker.close()
    }
  }
  return [grown, ...tables]
}

/** The same for a member limited to some wards. */
async function askAsLimited({ isQuick, say }: Run, asker: MeasuringCaller): Promise<Table> {
  await asker.limitToWards()
  const fixed = new Map<number, Timed>()
  for (const many of isQuick ? [1] : [1, 16]) fixed.set(many, await asker.fixed(many))
  const rows = [inWords('any call at all', fixed)]
  for (const question of asker.questions.filter(({ what }) => ofLimited.has(what)))
    rows.push(await measure(asker, { ...question, what: `${question.list}: ${question.what}` }, fixed, [...fixed.keys()]))
  say(`${rows.length} lines of a member who is limited to wards`)
  return {
    title: 'The lists of a member who is limited to wards',
    inShort,
    about: 'The same calls by a member who has one to three of 24 wards. “Bare” asks for the same wards in its conditions.',
    rows,
  }
}
const ofLimited = new Set(['page 1', 'by -lastName', 'one status, of few', 'a form', 'a sex', '“smith”', '“s”', 'page in the middle'])

async function measure(
  asker: MeasuringCaller,
  question: ListQuery,
  fixed: Map<number, Timed>,
  connections: number[],
): Promise<Measurement> {
  const path = await asker.pathOf(question)
  const isSame = await asker.isSame(question, path)
  const values: Measurement['values'] = {}
  let isPastLimit = !isSame
  const isSlow = { ours: false, bare: false }
  for (const many of connections) {
    // The minimum, so that a single disturbance does not excuse a list.
    const call = [fixed.get(many)!, await asker.fixed(many)].reduce((least, one) => (one.p50 < least.p50 ? one : least))
    fixed.set(many, call)
    const ours = isSlow.ours ? nothing : await asker.http(path, many)
    const { all, page } = isSlow.bare ? { all: nothing } : await asker.bare(question, many)
    const beyond = { p50: (ours.p50 - call.p50) / all.p50, p99: (ours.p99 - call.p99) / all.p99 }
    Object.assign(values, columnsOf(many, ours, all, page), { [`beyond (${many})`]: times(Math.max(0, beyond.p50)) })
    isPastLimit ||= ours.failures > 0 || beyond.p50 > most || (many > 1 && beyond.p99 > most)
    isSlow.ours ||= ours.p50 > longest
    isSlow.bare ||= all.p50 > longest
  }
  return { what: isSame ? question.what : `${question.what} (the answers differ)`, values, isPastLimit }
}

/** The first line of a table, and its columns. */
const inWords = (what: string, calls: Map<number, Timed>): Measurement => ({
  what,
  values: Object.assign({}, ...[...calls].map(([many, call]) => ({ ...columnsOf(many, call, nothing), [`beyond (${many})`]: '' }))),
})

const columnsOf = (many: number, ours: Timed, bare: Timed, page: Timed = nothing) => ({
  [`p50 (${many})`]: ours.p50,
  [`p99 (${many})`]: ours.p99,
  [`/s (${many})`]: ours.perSecond,
  [`bare p50 (${many})`]: bare.p50,
  ...(many === 1 && { 'bare page alone': page.p50 }),
  [`× (${many})`]: times(ours.p50 / bare.p50),
})

const nothing: Timed = { p50: Number.NaN, p99: Number.NaN, perSecond: Number.NaN, answers: 0, failures: 0 }
