import { members } from './members.ts'
import { organisations } from './organisations.ts'

/** The table of contents of the API. */
export const contract = { organisations, members }
export type Contract = typeof contract
