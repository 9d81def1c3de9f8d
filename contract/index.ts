import { dashboard } from './dashboard.ts'
import { forms } from './forms.ts'
import { members } from './members.ts'
import { notificationTemplates, outbox } from './notifications.ts'
import { organisations } from './organisations.ts'
import { requests } from './requests.ts'

/** The table of contents of the API. */
export const contract = { organisations, members, forms, requests, dashboard, notificationTemplates, outbox }
export type Contract = typeof contract
