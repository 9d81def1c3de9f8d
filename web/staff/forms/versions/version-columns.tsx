import type { FormVersion } from '#contract/forms.ts'
import type { OpenRequests } from '#contract/form-versions.ts'
import { formatDateTime } from '#domain/dates.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Row } from '#web/ui/Layout.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { openWords } from './OpenRequests.tsx'

export const versionColumns = (live: number | null, open: readonly OpenRequests[] | undefined): Column<FormVersion>[] => [
  {
    id: 'version',
    header: 'Version',
    isRowHeader: true,
    isNowrap: true,
    cell: ({ version }) => `Version ${version}`,
  },
  {
    id: 'live',
    header: 'State',
    cell: ({ version }) => <Row>{version === live ? <Badge kind="success">Live</Badge> : <span className="muted">Earlier</span>}</Row>,
  },
  { id: 'notes', header: 'What changed', cell: ({ changeNotes }) => changeNotes || <span className="muted">No notes</span> },
  { id: 'questions', header: 'Questions', align: 'end', cell: ({ questionCount }) => questionCount },
  {
    id: 'open',
    header: 'Open requests',
    cell: ({ version }) => open && openWords(open.find((one) => one.version === version) ?? { unopened: 0, opened: 0 }),
  },
  { id: 'by', header: 'Published by', cell: ({ publishedBy }) => publishedBy?.name ?? '–' },
  { id: 'at', header: 'Published', isNowrap: true, cell: ({ publishedAt }) => formatDateTime(publishedAt) },
]
