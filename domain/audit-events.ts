/** Every kind of act the audit log knows: those of specification section 3, then the product's further ones. */
export const auditEvents = [
  'patientCreated', 'patientUpdated', 'patientLocaleUpdated', 'patientRead', 'patientList', 'patientDeleted', 'patientRestored',
  'formCreated', 'formUpdated', 'formRead', 'formDeleted', 'formList', 'formPublished', 'formArchived', 'formRestored',
  'formRequestUploaded', 'formRequestImported', 'formRequestExported', 'formRequestCreated', 'formRequestClosed', 'formRequestReopened',
  'formRequestAssigned', 'formRequestUnassigned', 'formRequestRead', 'formRequestList', 'formRequestMarkedSentInError', 'formRequestUnlocked',
  'formRequestOpened', 'formRequestSubmitted', 'formRequestExpired', 'formRequestAutoClosed', 'importList', 'importRead', 'exportRead', 'exportDownloaded',
  'tenantCreated', 'tenantUpdated', 'tenantRead', 'tenantList', 'tenantDeleted',
  'tenantMemberCreated', 'tenantMemberUpdated', 'tenantMemberLocaleUpdated', 'tenantMemberLogin', 'tenantMemberRead', 'tenantMemberList',
  'tenantMemberLogsRead', 'tenantMemberDeleted',
  'wardList', 'wardCreated', 'wardUpdated', 'wardAssigned', 'wardUnassigned', 'roleList',
  'templateList', 'templateRead', 'templateCreated', 'templateUpdated', 'templateDeleted', 'outboxRead',
  'reportList', 'reportCreated', 'reportDownloaded', 'dashboardRead',
] as const
export type AuditEventType = (typeof auditEvents)[number]
