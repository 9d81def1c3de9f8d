import type { NotificationTemplate } from '#contract/notifications.ts'
import { formatDateTime } from '#domain/dates.ts'
import { categoryLabel, methodLabel, templateTypeLabel } from '#domain/notification.ts'
import { Badge } from '#web/ui/Badge.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { templateLabels, templateStateWords } from './words.ts'

type WhyNotSent = (template: NotificationTemplate) => string | undefined

export const templateColumns = (whyNotSent: WhyNotSent): Column<NotificationTemplate>[] => [
  {
    id: 'description',
    header: templateLabels.description,
    cell: ({ description }) => description,
    sortBy: 'description',
    isRowHeader: true,
  },
  { id: 'category', header: templateLabels.category, cell: ({ category }) => categoryLabel(category), sortBy: 'category' },
  { id: 'method', header: templateLabels.method, cell: ({ method }) => methodLabel(method), sortBy: 'method' },
  { id: 'type', header: templateLabels.type, cell: ({ type }) => templateTypeLabel(type), sortBy: 'type' },
  { id: 'use', header: templateLabels.inUse, cell: (template) => <UseState template={template} notSent={whyNotSent(template)} /> },
  {
    id: 'updated',
    header: templateLabels.updated,
    cell: ({ updatedAt }) => (updatedAt ? formatDateTime(updatedAt) : '–'),
    sortBy: 'updatedAt',
    isNowrap: true,
  },
]

function UseState({ template, notSent }: { template: NotificationTemplate; notSent: string | undefined }) {
  if (!template.isSelected) return templateStateWords.no
  if (notSent === undefined) return <Badge kind="success">{templateStateWords.inUse}</Badge>
  return (
    <>
      <Badge kind="warning">{templateStateWords.notSent}</Badge>
      <div className="muted">{notSent}</div>
    </>
  )
}
