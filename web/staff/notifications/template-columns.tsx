import type { NotificationTemplate } from '#contract/notifications.ts'
import { formatDateTime } from '#domain/dates.ts'
import { categoryLabel, methodLabel, templateTypeLabel } from '#domain/notification.ts'
import { Badge } from '#web/ui/Badge.tsx'
import type { Column } from '#web/ui/data-table.ts'

type WhyNotSent = (template: NotificationTemplate) => string | undefined

export const templateColumns = (whyNotSent: WhyNotSent): Column<NotificationTemplate>[] => [
  { id: 'description', header: 'Description', cell: ({ description }) => description, sortBy: 'description', isRowHeader: true },
  { id: 'category', header: 'Category', cell: ({ category }) => categoryLabel(category), sortBy: 'category' },
  { id: 'method', header: 'Method', cell: ({ method }) => methodLabel(method), sortBy: 'method' },
  { id: 'type', header: 'Type', cell: ({ type }) => templateTypeLabel(type), sortBy: 'type' },
  { id: 'use', header: 'In use', cell: (template) => <Use template={template} notSent={whyNotSent(template)} /> },
  {
    id: 'updated',
    header: 'Updated',
    cell: ({ updatedAt }) => (updatedAt ? formatDateTime(updatedAt) : '–'),
    sortBy: 'updatedAt',
    isNowrap: true,
  },
]

function Use({ template, notSent }: { template: NotificationTemplate; notSent: string | undefined }) {
  if (!template.isSelected) return 'No'
  if (notSent === undefined) return <Badge kind="success">In use</Badge>
  return (
    <>
      <Badge kind="warning">Not sent</Badge>
      <div className="muted">{notSent}</div>
    </>
  )
}
