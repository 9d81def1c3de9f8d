import { join } from 'node:path'

import type { MessageToServer, PageName, PageRequest } from './messages.ts'

/* Loaded by the server process of `npm run dev` instead of server/platform/built-pages.ts (see server-process.ts). */

let lastId = 0
const waiting = new Map<number, PromiseWithResolvers<string>>()

process.on('message', (answer: MessageToServer) => {
  if (!('id' in answer)) return
  const asked = waiting.get(answer.id)
  waiting.delete(answer.id)
  if ('html' in answer) return asked?.resolve(answer.html)
  asked?.reject(Object.assign(new Error(), answer.error))
})

function askForPage(name: PageName, page?: unknown) {
  const asked = Promise.withResolvers<string>()
  waiting.set(++lastId, asked)
  process.send!({ id: lastId, name, page } satisfies PageRequest) // started with a channel to the development process
  return asked.promise
}

const nothingBuilt = join(import.meta.dirname, 'nothing-built')

export const builtFolders = { staff: nothingBuilt, pages: nothingBuilt }

export const loadPages = async (name: 'sign-in' | 'patient'): Promise<unknown> => ({ render: (page: unknown) => askForPage(name, page) })

/** Scripts are named as in the manifest of the build. */
export const scriptAddress = async (source: string): Promise<string | undefined> => `/${source}`

export const readStaffPage = (): Promise<Buffer | string | undefined> => askForPage('staff')
