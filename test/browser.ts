/** As much of a browser as signing in needs: cookies by path, redirects one at a time, and the headers of a visited page. */
export function openBrowser(baseUrl: string) {
  const jar = new Map<string, { value: string; path: string }>()
  const keep = (line: string) => {
    const [pair = '', ...attributes] = line.split(';')
    const [name = '', ...value] = pair.split('=')
    const path = attributes.map((text) => /^\s*path=(.*)$/i.exec(text)?.[1]).find(Boolean) ?? '/'
    if (/expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(`${path} ${name}`)
    else jar.set(`${path} ${name}`, { value: value.join('='), path })
  }
  const cookiesFor = (path: string) =>
    [...jar].flatMap(([key, cookie]) => (path === cookie.path || path.startsWith(cookie.path.replace(/\/?$/, '/')) ? [`${key.split(' ')[1]}=${cookie.value}`] : []))

  const send = async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, baseUrl)
    const headers = new Headers({ cookie: cookiesFor(url.pathname).join('; '), accept: 'text/html' })
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) keep(line)
    return response
  }
  return {
    jar,
    /** What a script on the page would do. */
    fetch: send,
    /** Goes to an address as a person does, not following where it leads. */
    visit: (address: string, form?: Record<string, string>) =>
      visitBy(address, {
        headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' },
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      }),
  }

  /** Node's own fetch insists on sec-fetch-mode: cors, so a visit is made by the plain client. */
  async function visitBy(address: string, init: { headers: Record<string, string>; method?: string; body?: URLSearchParams }) {
    const { request } = await import('node:http')
    const url = new URL(address, baseUrl)
    return new Promise<Response>((resolve, reject) => {
      const headers = { ...init.headers, cookie: cookiesFor(url.pathname).join('; '), accept: 'text/html', ...(init.body && { 'content-type': 'application/x-www-form-urlencoded' }) }
      const sent = request(url, { method: init.method ?? 'GET', headers }, async (answer) => {
        const body = Buffer.concat(await answer.toArray())
        for (const line of answer.headers['set-cookie'] ?? []) keep(line)
        const answerHeaders = Object.entries(answer.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as [string, string]] : []))
        resolve(new Response(body.length ? body : null, { status: answer.statusCode!, headers: answerHeaders }))
      })
      sent.on('error', reject)
      sent.end(init.body?.toString())
    })
  }
}
export type Browser = ReturnType<typeof openBrowser>
