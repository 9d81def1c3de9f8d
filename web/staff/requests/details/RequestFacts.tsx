import type { RequestDetails } from '#contract/request-records.ts'
import { dateOf, formatDate, formatDateTime } from '#domain/dates.ts'
import { methodLabel } from '#domain/notification.ts'
import { formatPhone } from '#domain/phone.ts'
import { pathTo } from '#web/staff/paths.ts'
import { specialtyWords } from '#web/staff/requests/worklist/request-columns.tsx'
import { useSession } from '#web/staff/session.ts'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'

import { factWords as words } from './words.ts'

const moment = (text: string | null) => text && formatDateTime(text)

export function RequestFacts({ request }: { request: RequestDetails }) {
  const { can } = useSession()
  const { form, contact, assignee, specialty } = request
  return (
    <LabelledSection label={words.title}>
      <Panel>
        <SummaryList
          rows={[
            {
              label: words.form,
              value: (
                <>
                  {can('form:read') ? <Link href={pathTo('formDetails', { id: form.id })}>{form.title}</Link> : form.title}
                  {words.version(form.version)}
                </>
              ),
            },
            { label: words.assignee, value: assignee?.name ?? <span className="muted">{words.unassigned}</span> },
            { label: words.specialty, value: specialty && specialtyWords(specialty) },
            { label: words.pathwayId, value: request.pathwayId },
            { label: words.location, value: request.location },
            { label: words.event, value: request.event },
            { label: words.sentBy, value: methodLabel(request.notificationMethod) },
            { label: words.mobilePhone, value: contact.phoneNumber && formatPhone(contact.phoneNumber) },
            { label: words.email, value: contact.emailAddress },
            { label: words.localPatientId, value: contact.localPatientId },
            { label: words.created, value: moment(request.createdAt) },
            { label: words.opened, value: moment(request.openedAt) ?? <span className="muted">{words.notYet}</span> },
            { label: words.submitted, value: moment(request.submittedAt) ?? <span className="muted">{words.notYet}</span> },
            ...(request.submittedAt && request.firstRead
              ? [{ label: words.firstRead, value: words.readBy(formatDateTime(request.firstRead.at), request.firstRead.by) }]
              : []),
            ...(request.closedAt ? [{ label: words.ended, value: moment(request.closedAt) }] : []),
            ...(request.reminderAt ? [{ label: words.reminder, value: formatDate(dateOf(request.reminderAt)) }] : []),
            { label: words.expires, value: moment(request.expiresAt) },
          ]}
        />
      </Panel>
    </LabelledSection>
  )
}
