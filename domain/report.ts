/** What a system report holds (REP-1). */
export const reportTypes = ['metrics', 'form_requests'] as const
export type ReportType = (typeof reportTypes)[number]

/** How far a report is, or an export (specification section 4). */
export const reportStatuses = ['created', 'generating', 'completed', 'failed'] as const
export type ReportStatus = (typeof reportStatuses)[number]
