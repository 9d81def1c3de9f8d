/** The types of system report (REP-1). */
export const reportTypes = ['metrics', 'form_requests'] as const
export type ReportType = (typeof reportTypes)[number]

/** The statuses of a report or an export (specification section 4). */
export const reportStatuses = ['created', 'generating', 'completed', 'failed'] as const
export type ReportStatus = (typeof reportStatuses)[number]

/** A workbook with a sheet of answers for each form version, or one table of the form requests without answers. */
export const exportFormats = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

type Named = { withPersonalData: boolean; format?: ExportFormat }

/** The name of an export (specification section 7), its moment in UTC as YYYYMMDD-HHmmss and marked when personal data is left out. */
export function exportName(moment: Date, { withPersonalData, format = 'xlsx' }: Named) {
  const timestamp = moment.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')
  return `form-requests-${timestamp}${withPersonalData ? '' : '-without-personal-data'}.${format}`
}
