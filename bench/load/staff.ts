import { randomFrom } from '#database/demo/random.ts'

import { openCaller } from '../harness/caller.ts'
import type { Server } from '../harness/server.ts'
import { pickLastName } from '../filling/names.ts'
import type { Person, Step } from './open-loop.ts'

const lists = [
  '',
  'page=2',
  'filters[status]=completed&filters[assignee]=none',
  'filters[assignee]=me',
  'filters[status]=completed&sort=submittedAt',
  'filters[urgent]=true',
  'sort=lastName&page=40',
]

/**
 * A colleague at the worklist: looks at lists, opens, searches, takes what nobody has and closes it again. `mine` are completed requests that nobody else
 * will act on.
 */
export async function openColleague(server: Server, nth: number, memberId: string, mine: string[]): Promise<Person> {
  const caller = await openCaller(server, `colleague${nth + 1}`)
  const random = randomFrom(nth + 1)
  const address = server.addresses[nth % server.addresses.length]!
  const taken: string[] = []
  let seen = mine.slice(0, 1)
  const call = async (method: string, path: string) => {
    await caller.renew()
    const body = method === 'GET' ? {} : { body: '{}' }
    const headers = { ...caller.headersFor(method, path), ...(method !== 'GET' && { 'content-type': 'application/json' }) }
    const answer = await fetch(address + path, { method, headers, ...body })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${answer.status} ${(JSON.parse(text || '{}') as { code?: string }).code ?? ''}`)
    return JSON.parse(text) as { docs?: { id: string }[] }
  }
  const list = async (query: string) => {
    const { docs = [] } = await call('GET', `/api/forms/request?${query}`)
    if (docs.length > 0) seen = docs.map(({ id }) => id)
  }
  const step = (what: string, act: () => Promise<unknown>): Step => ({ what: `staff: ${what}`, act: async () => void (await act()) })
  return () => {
    const turn = random.next()
    const [next, last] = [mine[0], taken[0]]
    if (turn < 0.12 && next !== undefined) {
      taken.push(mine.shift()!)
      return step('take a request', () => call('PATCH', `/api/forms/request/${next}/assign/${memberId}`))
    }
    if (turn < 0.2 && last !== undefined) {
      taken.shift()
      return step('close it', () => call('PATCH', `/api/forms/request/${last}/close`))
    }
    if (turn < 0.4) return step('open a request', () => call('GET', `/api/forms/request/${random.pick(seen)}`))
    if (turn < 0.55)
      return step('search by name', () =>
        list(`filters[search]=${encodeURIComponent(pickLastName(random).text.slice(0, 3 + random.whole(5)))}`),
      )
    return step('look at a list', () => list(random.pick(lists)))
  }
}
