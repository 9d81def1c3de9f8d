import { members } from './members.ts'
import { organisations } from './organisations.ts'
import { dashboard, requests } from './requests.ts'

/** The table of contents of the API. */
export const contract = { organisations, members, requests, dashboard }
export type Contract = typeof contract
