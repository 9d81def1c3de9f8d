import type { FastifyInstance } from 'fastify'

import { serveAnswering } from './answers/answering.routes.ts'
import { serveApiDocs } from './api-docs/api-docs.routes.ts'
import { serveAudit } from './audit/audit.routes.ts'
import { serveBulkChanges } from './bulk-changes/bulk-changes.routes.ts'
import { serveIntegrationClients } from './integration-clients/integration-clients.routes.ts'
import { serveMessageProviders } from './channels/accounts/message-providers.routes.ts'
import { unsupportedMethods } from './channels/channels.ts'
import { serveDrafts } from './drafts/drafts.routes.ts'
import { serveExports } from './exports/exports.routes.ts'
import { serveBulkExports } from './fhir/bulk-exports.routes.ts'
import { serveFhir } from './fhir/fhir.routes.ts'
import { serveFormTranslations } from './forms/translations/form-translations.routes.ts'
import { serveQuestionLibrary } from './forms/library/question-library.routes.ts'
import { serveFormExchange } from './forms/exchange/form-exchange.routes.ts'
import { serveFormVersions } from './forms/form-versions.routes.ts'
import { serveFormAnalytics } from './forms/analytics/analytics.routes.ts'
import { serveFormEditors } from './forms/editors/form-editors.routes.ts'
import { serveFormFiles } from './forms/files/form-files.routes.ts'
import { serveForms } from './forms/forms.routes.ts'
import { serveImports } from './imports/imports.routes.ts'
import { serveNotices } from './notices/notices.routes.ts'
import { serveDashboard } from './worklist/dashboard/dashboard.routes.ts'
import { serveLetters } from './letters/letters.routes.ts'
import { serveLive } from './live/live.routes.ts'
import { serveLogos } from './organisations/logos/logos.routes.ts'
import { findActorById, getColleague } from './members/members.ts'
import { serveMembers } from './members/members.routes.ts'
import { countMetrics } from './worklist/counts/count-metrics.ts'
import { messageMetrics } from './messages/message-metrics.ts'
import { serveMessages } from './messages/messages.routes.ts'
import { serveNotifications } from './notifications/notifications.routes.ts'
import { serveReceipts } from './notifications/receipts.routes.ts'
import { serveOrganisations } from './organisations/organisations.routes.ts'
import { recordStopReply } from './patients/patients.ts'
import { servePatientRecords } from './patient-records/patient-records.routes.ts'
import { servePatientTimeline } from './patient-timeline/patient-timeline.routes.ts'
import { servePatientMerges } from './patients/merging/merging.routes.ts'
import { servePatients } from './patients/patients.routes.ts'
import { servePepSubscribers } from './patients/pep-subscribers.routes.ts'
import { servePep } from './organisations/pep/pep.routes.ts'
import type { Services } from './platform/services.ts'
import { serveHealth } from './platform/health.ts'
import { createHttp } from './platform/http.ts'
import { serveSecurityText } from './platform/security-txt.ts'
import { servePageAssets } from './platform/pages.ts'
import type { RouteDeps, Identify } from './platform/serve.ts'
import { signInRefusals } from './identity/throttle/attempt.ts'
import { requireFreshProof } from './identity/second-factor/prove.ts'
import { serveOwnSessions } from './identity/own-sessions/own-sessions.routes.ts'
import { serveSecondFactors } from './identity/second-factor/second-factors.routes.ts'
import { serveStaffApp } from './platform/staff-app.ts'
import { serveReports, serveReportSchedules } from './reports/reports.routes.ts'
import { autoCloseRequests } from './requests/requests.ts'
import { endSeriesOf } from './series/series.ts'
import { serveSeries } from './series/series.routes.ts'
import { serveRequests } from './requests/requests.routes.ts'
import { serveSavedViews, serveSharedViews } from './worklist/views/saved-views.routes.ts'
import { serveScores } from './submissions/scores.routes.ts'
import { queueAlertsAgain } from './submissions/submissions.ts'
import { servePatientPages } from './patient-pages/patient-pages.routes.ts'
import { serveWebhooks } from './webhooks/webhooks.routes.ts'
import { serveWaitingList } from './waiting-list/waiting-list.routes.ts'
import { serveNhsAppFeed } from './nhs-app/feed.routes.ts'
import { serveNhsApp } from './nhs-app/nhs-app.routes.ts'
import { serveNotes } from './notes/notes.routes.ts'
import { serveOutcomes } from './outcomes/outcomes.routes.ts'
import { serveWards } from './wards/wards.routes.ts'

type Deps = {
  services: Services
  identify: Identify
  /** The sign-in routes that belong to `identify`. */
  serveIdentity?: (app: FastifyInstance) => void
}

/** The whole server: every feature, in the order of their dependencies. */
export async function createApp({ services, identify, serveIdentity }: Deps) {
  const app = await createHttp(services)
  const deps: RouteDeps = {
    app,
    services,
    identify,
    mustBeProven: (actor) => requireFreshProof(services, actor),
    identifySigned: ({ organisationId, memberId }) => findActorById(services.db, organisationId, memberId),
  }

  serveHealth(app, services, [...messageMetrics(services), ...countMetrics(services), signInRefusals])
  serveSecurityText(app, services.config)
  serveReceipts(app, services, recordStopReply)
  servePageAssets(app)
  serveIdentity?.(app)
  serveApiDocs(app, services)
  serveOrganisations(deps, unsupportedMethods)
  serveLogos(deps)
  servePep(deps)
  serveNhsApp(deps)
  serveMessageProviders(deps, getColleague)
  serveIntegrationClients(deps)
  serveWebhooks(deps)
  serveMembers(deps)
  serveSecondFactors(deps)
  serveOwnSessions(deps)
  serveDrafts(deps)
  serveWards(deps)
  serveOutcomes(deps)
  serveNotes(deps)
  serveAudit(deps)
  servePepSubscribers(deps)
  servePatients(deps, async (ctx, patientId, because) => {
    await endSeriesOf(ctx, patientId, because)
    await autoCloseRequests(ctx, patientId, because)
  })
  servePatientMerges(deps, queueAlertsAgain)
  servePatientRecords(deps)
  servePatientTimeline(deps)
  serveRequests(deps)
  serveAnswering(deps)
  serveBulkChanges(deps)
  serveSavedViews(deps)
  serveSharedViews(deps)
  serveLive(deps)
  serveScores(deps)
  serveSeries(deps)
  serveImports(deps)
  serveExports(deps)
  serveLetters(deps)
  serveWaitingList(deps)
  serveReports(deps)
  serveReportSchedules(deps)
  serveDashboard(deps)
  serveNotices(deps)
  serveForms(deps)
  serveFormVersions(deps)
  serveFormExchange(deps)
  serveFormTranslations(deps)
  serveFormAnalytics(deps)
  serveFormEditors(deps)
  serveFormFiles(deps)
  serveQuestionLibrary(deps)
  serveMessages(deps)
  serveNotifications(deps)
  serveFhir(deps)
  serveBulkExports(deps)
  serveNhsAppFeed(app, services)
  servePatientPages(app, services)
  serveStaffApp(app, services.config)

  return app
}
