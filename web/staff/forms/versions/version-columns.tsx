import type { FormVersion } from '#contract/forms.ts'
import type { OpenRequests } from '#contract/form-versions.ts'
import { formatDateTime } from '#domain/dates.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Row } from '#web/ui/Layout.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { openWords } from './OpenRequests.tsx'
import { versionWords } from './words.ts'

export const versionColumns = (live: number | null, open: readonly OpenRequests[] | undefined): Column<FormVersion>[] => [
  {
    id: 'version',
    header: versionWords.versionLabel,
    isRowHeader: true,
    isNowrap: true,
    cell: ({ version }) => versionWords.version(version),
  },
  {
    id: 'live',
    header: versionWords.state,
    cell: ({ version }) => (
      <Row>
        {version === live ? <Badge kind="success">{versionWords.liveLabel}</Badge> : <span className="muted">{versionWords.earlier}</span>}
      </Row>
    ),
  },
  {
    id: 'notes',
    header: versionWords.columns.notes,
    cell: ({ changeNotes }) => changeNotes || <span className="muted">{versionWords.noNotes}</span>,
  },
  { id: 'questions', header: versionWords.questions, align: 'end', cell: ({ questionCount }) => questionCount },
  {
    id: 'open',
    header: versionWords.columns.open,
    cell: ({ version }) => open && openWords(open.find((one) => one.version === version) ?? { unopened: 0, opened: 0 }),
  },
  { id: 'by', header: versionWords.columns.publishedBy, cell: ({ publishedBy }) => publishedBy?.name ?? '–' },
  { id: 'at', header: versionWords.published, isNowrap: true, cell: ({ publishedAt }) => formatDateTime(publishedAt) },
]
