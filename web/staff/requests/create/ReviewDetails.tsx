import type { SendingPreview } from '#contract/requests.ts'
import { formatCount } from '#domain/amounts.ts'
import { dateOf, formatDate } from '#domain/dates.ts'
import { methodLabel } from '#domain/notification.ts'
import { specialtyName } from '#domain/specialties.ts'
import { MessageTimes } from '#web/staff/requests/MessageTimes.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'

import type { NewRequest } from './new-request.ts'

/** What is sent, by which methods, and when. */
export function ReviewDetails({ preview, wanted }: { preview: SendingPreview; wanted: NewRequest }) {
  const { form, messages, recipientCount, expiresAt } = preview
  const { specialty, pathwayId, location, event } = wanted
  if (recipientCount === 0) return null
  const optional = [
    { label: 'Specialty', value: specialty && `${specialty} ${specialtyName(specialty) ?? ''}` },
    { label: 'Pathway ID', value: pathwayId },
    { label: 'Location', value: location },
    { label: 'Event', value: event },
  ]
  return (
    <>
      <SummaryList
        rows={[
          { label: 'Form', value: `${form.title}, version ${form.version}` },
          {
            label: 'Sent by',
            value: messages.map(({ method, count }) => (
              <div key={method}>
                {recipientCount === 1 ? methodLabel(method) : `${methodLabel(method)}: ${formatCount(count, 'patient')}`}
              </div>
            )),
          },
          ...optional.filter(({ value }) => value),
          { label: 'Link works until', value: formatDate(dateOf(expiresAt)) },
        ]}
      />
      <MessageTimes messages={messages} />
    </>
  )
}
