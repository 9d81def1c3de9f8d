import type { FormSummary } from '#contract/forms.ts'
import { formatDateTime } from '#domain/moments.ts'
import { formatSentCount, formTypeLabel } from '#domain/form/form.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Row } from '#web/ui/Layout.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { formsPageWords } from './words.ts'

export const formColumns: Column<FormSummary>[] = [
  { id: 'title', header: formsPageWords.columns.title, cell: ({ title }) => title, sortBy: 'title', isRowHeader: true },
  { id: 'type', header: formsPageWords.type, cell: ({ type }) => formTypeLabel(type) },
  { id: 'version', header: formsPageWords.columns.version, cell: (form) => <FormBadges form={form} />, sortBy: 'version' },
  { id: 'questions', header: formsPageWords.columns.questions, cell: ({ questionCount }) => questionCount, align: 'end' },
  { id: 'sent', header: formsPageWords.columns.sent, cell: ({ requestCount }) => formatSentCount(requestCount), align: 'end' },
  { id: 'editor', header: formsPageWords.columns.editedBy, cell: ({ editedBy }) => editedBy?.name ?? '–', isNowrap: true },
  {
    id: 'updated',
    header: formsPageWords.columns.updated,
    cell: ({ updatedAt }) => formatDateTime(updatedAt),
    sortBy: 'updatedAt',
    isNowrap: true,
  },
]

type FormBadgesProps = { form: Pick<FormSummary, 'version' | 'isChanged' | 'isArchived'> }

/** The live version, and whether the draft has unpublished changes. */
export function FormBadges({ form: { version, isChanged, isArchived } }: FormBadgesProps) {
  return (
    <Row>
      {version === null ? (
        <Badge kind="notice">{formsPageWords.draft}</Badge>
      ) : (
        <Badge kind="success">
          {formsPageWords.columns.version} {version}
        </Badge>
      )}
      {isChanged && <Badge kind="warning">{formsPageWords.changed}</Badge>}
      {isArchived && <Badge kind="dark">{formsPageWords.archived}</Badge>}
    </Row>
  )
}
