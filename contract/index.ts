import { audit } from './audit.ts'
import { bulkChanges } from './bulk-changes.ts'
import { dashboard } from './dashboard.ts'
import { drafts } from './drafts.ts'
import { exports } from './exports.ts'

import { formAnalytics } from './form-analytics.ts'
import { formEditors } from './form-editors.ts'
import { formExchange } from './form-exchange.ts'
import { formVersions } from './form-versions.ts'
import { formFiles } from './form-files.ts'
import { forms } from './forms.ts'
import { imports } from './imports.ts'
import { live } from './live.ts'
import { logos } from './logos.ts'
import { members } from './members.ts'
import { notificationTemplates, outbox } from './notifications.ts'
import { organisations } from './organisations.ts'
import { ownSessions } from './own-sessions.ts'
import { patients } from './patients.ts'
import { pepConfig } from './pep-config.ts'
import { reports } from './reports.ts'
import { requests } from './requests.ts'
import { savedViews } from './saved-views.ts'
import { scores } from './scores.ts'
import { secondFactors } from './second-factors.ts'
import { wards } from './wards.ts'

/** The table of contents of the API. */
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
