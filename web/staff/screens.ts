import type { ComponentType } from 'react'

import type { ScreenName } from '#domain/screen-paths.ts'
import type { PathParams } from './paths.ts'

/**
 * Loads the code of each screen when it opens. Path, title and guard have the same name in paths.ts, words.ts and domain/route-guards.ts.
 */
export const screens: { [Name in ScreenName]?: () => Promise<ComponentType<PathParams<Name>>> } = {
  dashboard: async () => (await import('./dashboard/DashboardPage.tsx')).DashboardPage,
  requestsList: async () => (await import('./requests/RequestsPage.tsx')).RequestsPage,
  requestDetails: async () => (await import('./requests/RequestPage.tsx')).RequestPage,
  requestBulkList: async () => (await import('./requests/bulk/changes/BulkChangesPage.tsx')).BulkChangesPage,
  requestBulkDetails: async () => (await import('./requests/bulk/changes/BulkChangePage.tsx')).BulkChangePage,
  requestCreate: async () => (await import('./requests/RequestCreatePage.tsx')).RequestCreatePage,
  profile: async () => (await import('./profile/ProfilePage.tsx')).ProfilePage,
  profileSecurity: async () => (await import('./profile/security/SecurityPage.tsx')).SecurityPage,
  formsList: async () => (await import('./forms/FormsPage.tsx')).FormsPage,
  formImport: async () => (await import('./forms/exchange/ImportFormPage.tsx')).ImportFormPage,
  formCreate: async () => (await import('./forms/create/FormCreatePage.tsx')).FormCreatePage,
  formDetails: async () => (await import('./forms/FormPage.tsx')).FormPage,
  formManage: async () => (await import('./forms/FormManagePage.tsx')).FormManagePage,
  notificationsList: async () => (await import('./notifications/TemplatesPage.tsx')).TemplatesPage,
  notificationTemplateDetails: async () => (await import('./notifications/TemplatePage.tsx')).TemplatePage,
  notificationTemplateCreate: async () => (await import('./notifications/TemplateCreatePage.tsx')).TemplateCreatePage,
  outbox: async () => (await import('./notifications/OutboxPage.tsx')).OutboxPage,
  patientList: async () => (await import('./patients/PatientsPage.tsx')).PatientsPage,
  patientCreate: async () => (await import('./patients/PatientCreatePage.tsx')).PatientCreatePage,
  patientDetails: async () => (await import('./patients/PatientPage.tsx')).PatientPage,
  patientManage: async () => (await import('./patients/PatientManagePage.tsx')).PatientManagePage,
  usersList: async () => (await import('./members/MembersPage.tsx')).MembersPage,
  userCreate: async () => (await import('./members/MemberCreatePage.tsx')).MemberCreatePage,
  userDetails: async () => (await import('./members/MemberPage.tsx')).MemberPage,
  userManage: async () => (await import('./members/MemberManagePage.tsx')).MemberManagePage,
  auditLog: async () => (await import('./audit/AuditLogPage.tsx')).AuditLogPage,
  organisationList: async () => (await import('./organisations/OrganisationsPage.tsx')).OrganisationsPage,
  organisationCreate: async () => (await import('./organisations/OrganisationCreatePage.tsx')).OrganisationCreatePage,
  organisationDetails: async () => (await import('./organisations/OrganisationPage.tsx')).OrganisationPage,
  organisationSettings: async () => (await import('./organisations/OwnOrganisationPage.tsx')).OwnOrganisationPage,
  organisationMemberCreate: async () => (await import('./organisations/OrganisationMemberPages.tsx')).OrganisationMemberCreatePage,
  organisationMemberDetails: async () => (await import('./organisations/OrganisationMemberPages.tsx')).OrganisationMemberPage,
  organisationMemberManage: async () => (await import('./organisations/OrganisationMemberPages.tsx')).OrganisationMemberManagePage,
  requestImport: async () => (await import('./imports/ImportPage.tsx')).ImportPage,
  requestImportDetails: async () => (await import('./imports/ImportJobPage.tsx')).ImportJobPage,
  exportsList: async () => (await import('./exports/ExportsPage.tsx')).ExportsPage,
  reportsList: async () => (await import('./reports/ReportsPage.tsx')).ReportsPage,
}
