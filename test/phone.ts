import { formOf } from './page-form.ts'
import { testServer } from './test-server.ts'

/** As much of a patient's phone as their pages need: cookies by path, forms, one step at a time. */
export async function openPhone() {
  const { app } = await testServer()
  /** By path and name. */
  const jar = new Map<string, { folder: string; cookie: string }>()
  const send = async (address: string, form?: Record<string, string | string[]>, headers: Record<string, string> = {}) => {
    const path = address.split('?')[0]!
    const cookie = [...jar.values()]
      .flatMap(({ folder, cookie }) => (path === folder || path.startsWith(`${folder}/`) ? [cookie] : []))
      .join('; ')
    const response = await app.inject({
      method: form ? 'POST' : 'GET',
      url: address,
      headers: { ...(cookie && { cookie }), ...(form && { 'content-type': 'application/x-www-form-urlencoded' }), ...headers },
      ...(form && { payload: encode(form) }),
    })
    for (const line of [response.headers['set-cookie'] ?? []].flat()) {
      const [folder, cookie] = [/Path=([^;]*)/.exec(line)![1]!, line.split(';')[0]!]
      jar.set(`${folder} ${cookie.split('=')[0]}`, { folder, cookie })
    }
    return response
  }
  const phone = {
    /** Goes to an address, and on to wherever it leads. */
    visit: async (address: string) => follow(send, await send(address)),
    send,
    /** All its cookies, as one header. */
    cookies: () => [...jar.values()].map(({ cookie }) => cookie).join('; '),
    /** Fills in the form of a page and submits it, with its hidden fields. */
    fillIn: async (page: { body: string }, fields: Record<string, string | string[]>) => {
      const { action, hidden } = formOf(page.body)
      return follow(send, await send(action, { ...hidden, ...fields }))
    },
    /** Through the identity step, by default as Samira Okafor. */
    open: async (link: string, [day, month, year]: [string, string, string] = ['15', '3', '1984']) =>
      phone.fillIn(await send(link), { 'date-of-birth-day': day, 'date-of-birth-month': month, 'date-of-birth-year': year }),
  }
  return phone
}

type Answered = { statusCode: number; headers: Record<string, unknown>; body: string }

async function follow<T extends Answered>(send: (address: string) => Promise<T>, response: T): Promise<T & { address?: string }> {
  let [answer, address]: [T, string | undefined] = [response, undefined]
  while (answer.statusCode === 303) answer = await send((address = String(answer.headers['location'])))
  return Object.assign(answer, { ...(address && { address }) })
}

const encode = (form: Record<string, string | string[]>) =>
  new URLSearchParams(
    Object.entries(form).flatMap(([name, value]) => [value].flat().map((one) => [name, one] as [string, string])),
  ).toString()

/** The hidden proof of a page's form. */
export const proofOf = ({ body }: { body: string }) => /name="~proof"[^>]* value="([^"]*)"/.exec(body)?.[1]
