import type { Formward } from './client.ts'

type Listed = { docs: { id: string }[]; cursor?: string; totalDocs: number }

/** Every night: the answers to one form that patients sent since a day. A day that is fetched twice gives the same ids. */
export async function* fetchResults(formward: Formward, formId: string, since: string, pageSize = 100) {
  let cursor: string | undefined
  for (let page = 1; ; page++) {
    const { status, body } = await formward('requests.list', {
      query: {
        page: String(page),
        limit: String(pageSize),
        sort: 'submittedAt',
        'filters[formId]': formId,
        'filters[submittedFrom]': since,
        ...(cursor && { cursor }),
      },
    })
    if (status !== 200) throw new Error(`The form requests could not be read: ${status}`)
    const listed = body as Listed
    for (const { id } of listed.docs) {
      const found = await formward('requests.get', { params: { id } })
      if (found.status !== 200) throw new Error(`The form request ${id} could not be read: ${found.status}`)
      yield found.body
    }
    if (listed.docs.length < pageSize) return
    cursor = listed.cursor
  }
}
