import { createContext } from 'react'

import { pathTo } from '#web/staff/paths.ts'

type RequestAddress = { addressOf: (id: string) => string; isBeside: boolean }

/** Where the next form request of a list opens: on its own page, or beside the list. */
export const RequestAddress = createContext<RequestAddress>({ addressOf: (id) => pathTo('requestDetails', { id }), isBeside: false })
