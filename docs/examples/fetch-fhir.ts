import type { Formward } from './client.ts'

type Bundle = {
  link: { relation: string; url: string }[]
  entry?: { resource: { id: string; meta: { lastUpdated: string } } }[]
}

/**
 * The answers to one form as FHIR QuestionnaireResponse, oldest first. `since`: the last moment that an earlier run saw, or a day. Ask from a
 * minute before it, and skip the ids you have: answers that are being saved while you ask can be a little older than those you got.
 */
export async function* fetchResponses(formward: Formward, formId: string, since: string, pageSize = 50) {
  let query: Record<string, string> = { questionnaire: formId, authored: `ge${since}`, _count: String(pageSize) }
  for (;;) {
    const { status, body } = await formward('fhir.searchResponses', { query })
    if (status !== 200) throw new Error(`The search was refused: ${JSON.stringify(body)}`)
    const { link, entry = [] } = body as Bundle
    for (const { resource } of entry) yield resource
    const next = link.find(({ relation }) => relation === 'next')
    if (!next) return
    // The link has the whole search in it, encrypted.
    query = Object.fromEntries(new URL(next.url).searchParams)
  }
}
