import { answeringRoutes } from './answering.ts'
import { audit } from './audit.ts'
import { bulkChanges } from './bulk-changes.ts'
import { dashboard, live, savedViews, sharedViews } from './worklist.ts'
import { drafts, ownSessions, secondFactors } from './own-account.ts'
import { events } from './events.ts'
import { exports } from './exports.ts'
import { fhir, fhirExports } from './fhir.ts'

import { formAnalytics } from './form-analytics.ts'
import { formTranslations } from './form-translations.ts'
import { formEditors, formVersions } from './form-versions.ts'
import { formExchange, formFiles } from './form-exchange.ts'
import { forms } from './forms.ts'
import { imports } from './imports.ts'
import { integrationClients } from './integration-clients.ts'
import { letters } from './letters.ts'
import { logos, organisations } from './organisations.ts'
import { members } from './members.ts'
import { messageProviderAccounts } from './message-providers.ts'
import { messages } from './messages.ts'
import { messageSamples, notificationTemplates, outbox, templateTests, templateVersions } from './notifications.ts'
import { nhsApp } from './nhs-app.ts'
import { notes } from './notes.ts'
import { outcomes } from './outcomes.ts'
import { patientMerges } from './patient-merges.ts'
import { patientRecords } from './patient-records.ts'
import { patientTimeline } from './patient-timeline.ts'
import { patients } from './patients.ts'
import { pepCodes, pepConfig, pepSubscribers } from './pep.ts'
import { questionLibrary } from './question-library.ts'
import { reports, reportSchedules } from './reports.ts'
import { requests } from './requests.ts'
import { scores } from './scores.ts'
import { series } from './series.ts'
import { waitingList } from './waiting-list.ts'
import { notices } from './notices.ts'
import { webhooks } from './webhooks.ts'
import { wards } from './wards.ts'

/** All routes of the API. */
export const contract = {
  audit,
  organisations,
  logos,
  pepConfig,
  nhsApp,
  messageProviderAccounts,
  integrationClients,
  webhooks,
  events,
  members,
  secondFactors,
  ownSessions,
  drafts,
  wards,
  outcomes,
  patients,
  patientMerges,
  patientRecords,
  patientTimeline,
  pepSubscribers,
  forms,
  pepCodes,
  formVersions,
  formExchange,
  formTranslations,
  formAnalytics,
  formEditors,
  formFiles,
  questionLibrary,
  requests,
  notes,
  answering: answeringRoutes,
  bulkChanges,
  savedViews,
  sharedViews,
  live,
  scores,
  series,
  imports,
  exports,
  letters,
  waitingList,
  reports,
  reportSchedules,
  dashboard,
  notices,
  messages,
  notificationTemplates,
  templateVersions,
  messageSamples,
  templateTests,
  outbox,
  fhir,
  fhirExports,
}
export type Contract = typeof contract
