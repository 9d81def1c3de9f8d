import type { SendingPreview } from '#contract/requests.ts'
import { dateOf, formatDate } from '#domain/dates.ts'
import { methodLabel } from '#domain/notification.ts'
import { specialtyName } from '#domain/specialties.ts'
import { MessageTimes } from '#web/staff/requests/MessageTimes.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'

import type { NewRequest } from './new-request.ts'
import { newRequestFieldWords as fieldWords, reviewDetailWords as words } from './words.ts'

/** What is sent, by which methods, and when. */
export function ReviewDetails({ preview, wanted }: { preview: SendingPreview; wanted: NewRequest }) {
  const { form, messages, recipientCount, expiresAt } = preview
  const { specialty, pathwayId, location, event } = wanted
  if (recipientCount === 0) return null
  const optional = [
    { label: fieldWords.specialty, value: specialty && `${specialty} ${specialtyName(specialty) ?? ''}` },
    { label: fieldWords.pathwayId, value: pathwayId },
    { label: fieldWords.location, value: location },
    { label: fieldWords.event, value: event },
  ]
  return (
    <>
      <SummaryList
        rows={[
          { label: words.form, value: words.version(form.title, form.version) },
          {
            label: words.sentBy,
            value: messages.map(({ method, count }) => (
              <div key={method}>{recipientCount === 1 ? methodLabel(method) : words.byMethod(methodLabel(method), count)}</div>
            )),
          },
          ...optional.filter(({ value }) => value),
          { label: words.linkWorksUntil, value: formatDate(dateOf(expiresAt)) },
        ]}
      />
      <MessageTimes messages={messages} />
    </>
  )
}
