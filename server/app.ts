import type { FastifyInstance } from 'fastify'

import { serveApiDocs } from './api-docs/api-docs.routes.ts'
import { serveAudit } from './audit/audit.routes.ts'
import { serveBulkChanges } from './bulk-changes/bulk-changes.routes.ts'
import { serveDrafts } from './drafts/drafts.routes.ts'
import { serveExports } from './exports/exports.routes.ts'
import { serveFormExchange } from './form-exchange/form-exchange.routes.ts'
import { serveFormVersions } from './form-versions/form-versions.routes.ts'
import { serveFormAnalytics } from './form-analytics/analytics.routes.ts'
import { serveFormEditors } from './form-editors/form-editors.routes.ts'
import { serveFormFiles } from './form-files/form-files.routes.ts'
import { serveForms } from './forms/forms.routes.ts'
import { serveImports } from './imports/imports.routes.ts'
import { serveDashboard } from './dashboard/dashboard.routes.ts'
import { serveLive } from './live/live.routes.ts'
import { serveLogos } from './logos/logos.routes.ts'
import { findActorById } from './members/find-actor.ts'
import { serveMembers } from './members/members.routes.ts'
import { serveNotifications } from './notifications/notifications.routes.ts'
import { serveOrganisations } from './organisations/organisations.routes.ts'
import { servePatients } from './patients/patients.routes.ts'
import { servePepConfig } from './pep/pep-config.routes.ts'
import type { Floor } from './platform/floor.ts'
import { serveHealth } from './platform/health.ts'
import { createHttp } from './platform/http.ts'
import { servePageAssets } from './platform/pages.ts'
import type { Door, Identify } from './platform/serve.ts'
import { mustBeProven } from './identity/second-factor/prove.ts'
import { serveOwnSessions } from './identity/own-sessions/own-sessions.routes.ts'
import { serveSecondFactors } from './identity/second-factor/second-factors.routes.ts'
import { serveStaffApp } from './platform/staff-app.ts'
import { serveReports } from './reports/reports.routes.ts'
import { serveRequests } from './requests/requests.routes.ts'
import { serveSavedViews } from './saved-views/saved-views.routes.ts'
import { serveScores } from './scores/scores.routes.ts'
import { servePatientPages } from './submissions/patient-pages.routes.ts'
import { serveWards } from './wards/wards.routes.ts'

type Deps = {
  floor: Floor
  identify: Identify
  /** The sign-in side of whatever `identify` trusts. */
  serveIdentity?: (app: FastifyInstance) => void
}

/** The whole server, top to bottom. */
export async function createApp({ floor, identify, serveIdentity }: Deps) {
  const app = await createHttp(floor)
  const door: Door = {
    app,
    floor,
    identify,
    mustBeProven: (actor) => mustBeProven(floor, actor),
    identifySigned: ({ organisationId, memberId }) => findActorById(floor.db, organisationId, memberId),
  }

  serveHealth(app, floor)
  servePageAssets(app)
  serveIdentity?.(app)
  serveApiDocs(app, floor)
  serveOrganisations(door)
  serveLogos(door)
  servePepConfig(door)
  serveMembers(door)
  serveSecondFactors(door)
  serveOwnSessions(door)
  serveDrafts(door)
  serveWards(door)
  serveAudit(door)
  servePatients(door)
  serveRequests(door)
  serveBulkChanges(door)
  serveSavedViews(door)
  serveLive(door)
  serveScores(door)
  serveImports(door)
  serveExports(door)
  serveReports(door)
  serveDashboard(door)
  serveForms(door)
  serveFormVersions(door)
  serveFormExchange(door)
  serveFormAnalytics(door)
  serveFormEditors(door)
  serveFormFiles(door)
  serveNotifications(door)
  servePatientPages(app, floor)
  serveStaffApp(app, floor.config)

  return app
}
