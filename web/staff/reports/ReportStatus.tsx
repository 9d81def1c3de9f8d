import type { Report } from '#contract/reports.ts'
import { Badge } from '#web/ui/Badge.tsx'

import { reportLooks } from './words.ts'

/** The status of a report, with the reason if it failed. */
export const ReportStatus = ({ report: { status, failure } }: { report: Report }) => (
  <>
    <Badge kind={reportLooks[status].badge}>{reportLooks[status].label}</Badge>
    {failure && <div className="muted">{failure}</div>}
  </>
)
