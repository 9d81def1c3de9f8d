import { audit } from './audit.ts'
import { bulkChanges } from './bulk-changes.ts'
import { dashboard, live, savedViews } from './worklist.ts'
import { drafts, ownSessions, secondFactors } from './own-account.ts'
import { exports } from './exports.ts'

import { formAnalytics } from './form-analytics.ts'
import { formEditors, formVersions } from './form-versions.ts'
import { formExchange, formFiles } from './form-exchange.ts'
import { forms } from './forms.ts'
import { imports } from './imports.ts'
import { logos, organisations, pepConfig } from './organisations.ts'
import { members } from './members.ts'
import { notificationTemplates, outbox } from './notifications.ts'
import { patients } from './patients.ts'
import { reports } from './reports.ts'
import { requests } from './requests.ts'
import { scores } from './scores.ts'
import { wards } from './wards.ts'

/** All routes of the API. */
export const contract = {
  audit,
  organisations,
  logos,
  pepConfig,
  members,
  secondFactors,
  ownSessions,
  drafts,
  wards,
  patients,
  forms,
  formVersions,
  formExchange,
  formAnalytics,
  formEditors,
  formFiles,
  requests,
  bulkChanges,
  savedViews,
  live,
  scores,
  imports,
  exports,
  reports,
  dashboard,
  notificationTemplates,
  outbox,
}
export type Contract = typeof contract
