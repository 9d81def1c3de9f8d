import type { FastifyInstance } from 'fastify'

import { serveApiDocs } from './api-docs/api-docs.routes.ts'
import { serveAudit } from './audit/audit.routes.ts'
import { serveBulkChanges } from './bulk-changes/bulk-changes.routes.ts'
import { serveDrafts } from './drafts/drafts.routes.ts'
import { serveExports } from './exports/exports.routes.ts'
import { serveFormExchange } from './forms/exchange/form-exchange.routes.ts'
import { serveFormVersions } from './forms/form-versions.routes.ts'
import { serveFormAnalytics } from './forms/analytics/analytics.routes.ts'
import { serveFormEditors } from './forms/editors/form-editors.routes.ts'
import { serveFormFiles } from './forms/files/form-files.routes.ts'
import { serveForms } from './forms/forms.routes.ts'
import { serveImports } from './imports/imports.routes.ts'
import { serveDashboard } from './worklist/dashboard/dashboard.routes.ts'
import { serveLive } from './live/live.routes.ts'
import { serveLogos } from './organisations/logos/logos.routes.ts'
import { findActorById } from './members/members.ts'
import { serveMembers } from './members/members.routes.ts'
import { serveNotifications } from './notifications/notifications.routes.ts'
import { serveReceipts } from './notifications/receipts.routes.ts'
import { serveOrganisations } from './organisations/organisations.routes.ts'
import { servePatients } from './patients/patients.routes.ts'
import { servePepConfig } from './organisations/pep/pep-config.routes.ts'
import type { Services } from './platform/services.ts'
import { serveHealth } from './platform/health.ts'
import { createHttp } from './platform/http.ts'
import { servePageAssets } from './platform/pages.ts'
import type { RouteDeps, Identify } from './platform/serve.ts'
import { requireFreshProof } from './identity/second-factor/prove.ts'
import { serveOwnSessions } from './identity/own-sessions/own-sessions.routes.ts'
import { serveSecondFactors } from './identity/second-factor/second-factors.routes.ts'
import { serveStaffApp } from './platform/staff-app.ts'
import { serveReports } from './reports/reports.routes.ts'
import { autoCloseRequests } from './requests/requests.ts'
import { serveRequests } from './requests/requests.routes.ts'
import { serveSavedViews } from './worklist/views/saved-views.routes.ts'
import { serveScores } from './submissions/scores.routes.ts'
import { servePatientPages } from './patient-pages/patient-pages.routes.ts'
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

  serveHealth(app, services)
  serveReceipts(app, services)
  servePageAssets(app)
  serveIdentity?.(app)
  serveApiDocs(app, services)
  serveOrganisations(deps)
  serveLogos(deps)
  servePepConfig(deps)
  serveMembers(deps)
  serveSecondFactors(deps)
  serveOwnSessions(deps)
  serveDrafts(deps)
  serveWards(deps)
  serveAudit(deps)
  servePatients(deps, autoCloseRequests)
  serveRequests(deps)
  serveBulkChanges(deps)
  serveSavedViews(deps)
  serveLive(deps)
  serveScores(deps)
  serveImports(deps)
  serveExports(deps)
  serveReports(deps)
  serveDashboard(deps)
  serveForms(deps)
  serveFormVersions(deps)
  serveFormExchange(deps)
  serveFormAnalytics(deps)
  serveFormEditors(deps)
  serveFormFiles(deps)
  serveNotifications(deps)
  servePatientPages(app, services)
  serveStaffApp(app, services.config)

  return app
}
