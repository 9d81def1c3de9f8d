import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'

type Sent = { method?: string; headers?: Record<string, string>; form?: Record<string, string>; body?: string }

/** As much of a browser as signing in needs: cookies by path, and one step at a time instead of following redirects. `always`: headers of every request, as a proxy adds them. */
export function openBrowser(baseUrl: string, always: Record<string, string> = {}) {
  const jar = new Map<string, { pair: string; path: string }>()
  const keep = (line: string) => {
    const [pair = '', ...attributes] = line.split(';')
    const path = attributes.map((text) => /^\s*path=(.*)$/i.exec(text)?.[1]).find(Boolean) ?? '/'
    const key = `${path} ${pair.split('=')[0]}`
    if (/expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(key)
    else jar.set(key, { pair, path })
  }
  const cookiesFor = (path: string) => [...jar.values()].filter((cookie) => isWithin(path, cookie.path)).map(({ pair }) => pair)

  // Node's own fetch insists on sec-fetch-mode: cors, so that it could never visit a page.
  const send = async (address: string, { method, headers, form, body }: Sent = {}) => {
    const url = new URL(address, baseUrl)
    const text = form ? new URLSearchParams(form).toString() : body
    const all = {
      ...(jar.size && { cookie: cookiesFor(url.pathname).join('; ') }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...always,
      ...headers,
    }
    const sent = request(url, { method: method ?? (form ? 'POST' : 'GET'), headers: all, agent: false }).end(text)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage] // the documented argument of the event
    const bytes = Buffer.concat(await answer.toArray())
    for (const line of answer.headers['set-cookie'] ?? []) keep(line)
    return new Response(bytes.length ? bytes : null, { status: answer.statusCode!, headers: plain(answer.headers) })
  }
  const visiting = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin', accept: 'text/html' }
  return {
    cookies: () => [...jar.values()].map(({ pair }) => pair),
    /** Keeps a cookie as a server would set it. */
    keepCookie: keep,
    /** Goes to an address, or sends a form there, as a person does. */
    visit: (address: string, form?: Record<string, string>) => send(address, { headers: visiting, ...(form && { form }) }),
    /** What a script on the page can do. */
    fetch: (address: string, sent: Sent = {}) =>
      send(address, { ...sent, headers: { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', ...sent.headers } }),
  }
}
export type Browser = ReturnType<typeof openBrowser>

const isWithin = (path: string, folder: string) => path === folder || path.startsWith(folder.replace(/\/?$/, '/'))

const plain = (headers: Record<string, string | string[] | undefined>) =>
  Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => [name, one] as [string, string]),
  )
