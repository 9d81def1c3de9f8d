import { demoDateOfBirth } from '#test/survival/test-data.ts'
import { openBrowser } from '#test/browser.ts'
import type { World } from '#test/survival/round-context.ts'
import { linkToken } from '#server/notifications/notifications.ts'

import { Passing, persist } from './persist.ts'

type Page = { status: number; address: string; body: string }

const answers: Record<string, string> = { allergies: 'Penicillin & nuts', smoker: 'no', more: 'Nothing “else”' }
let turn = 0

/** A patient opens their link and answers page by page. What gets no answer is sent again, as the browser offers; others stop half way. */
export async function answerForm({ installation, ledger, keys }: World, requestId: string, { isWhole }: { isWhole: boolean }) {
  const link = `/r/${linkToken(keys, requestId)}`
  const browser = openBrowser(installation.baseUrl)
  const known = { kept: {} as Record<string, string>, isSent: false }
  ledger.answers.set(requestId, known)

  const once = async (path: string, form?: Record<string, string>): Promise<Page> => {
    const { addresses } = installation
    const response = await Promise.race([browser.visit(addresses[turn++ % addresses.length]! + path, form), giveUp()]).catch(
      (error: Error) => {
        throw new Passing(error.message)
      },
    )
    if (response.status === 500) ledger.breakdowns.push('a page of a patient answered 500')
    if (response.status >= 500 || response.status === 429) throw new Passing(`a patient's page answered ${response.status}`)
    const to = response.headers.get('location')
    return to ? { status: response.status, address: to, body: '' } : { status: response.status, address: path, body: await response.text() }
  }
  const visit = (path: string, form?: Record<string, string>) => persist('a page of a patient', () => once(path, form))

  for (let page = await visit(link), steps = 0; ; steps++) {
    if (steps > 60) throw new Error(`A patient walks in circles: ${page.address.replace(link, '')} ${page.body.slice(0, 200)}`)
    if (page.status === 303) {
      page = await visit(page.address)
      continue
    }
    if (page.status !== 200) throw new Error(`A patient's page answered ${page.status} at ${page.address.replace(link, '')}`)
    if (page.address.endsWith('/confirmation')) return
    const { action, hidden } = formOf(page.body)
    const asked = hidden['~asked']
    if (asked === 'more' && !isWhole) return
    const fields = action.endsWith('/identity') ? demoDateOfBirth : asked === undefined ? {} : { [asked]: answers[asked]! }
    page = await visit(action, { ...hidden, ...fields })
    // Led on: this is the acknowledgement.
    if (page.status === 303 && asked !== undefined) known.kept[asked] = answers[asked]!
    if (page.status === 303 && page.address.endsWith('/confirmation')) known.isSent = true
  }
}

const giveUp = () => new Promise<never>((_, fail) => void setTimeout(() => fail(new Error('no answer in time')), 30_000).unref())

function formOf(page: string) {
  // The header has a form too, with the languages.
  const body = page.slice(Math.max(0, page.indexOf('<main')))
  const action = /<form[^>]* action="([^"]*)"/.exec(body)?.[1]
  if (action === undefined) throw new Error(`A patient's page has no form: ${/<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1]}`)
  const hidden = [...body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
    ([, name, value]) => [name!, value!] as const,
  )
  return { action, hidden: Object.fromEntries(hidden) }
}
