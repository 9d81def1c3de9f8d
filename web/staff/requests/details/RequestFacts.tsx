import type { RequestDetails } from '#contract/request-records.ts'
import { formatDateTime } from '#domain/dates.ts'
import { methodLabel } from '#domain/notification.ts'
import { formatPhone } from '#domain/phone.ts'
import { pathTo } from '#web/staff/paths.ts'
import { specialtyWords } from '#web/staff/requests/worklist/request-columns.tsx'
import { useSession } from '#web/staff/session.ts'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'

const moment = (text: string | null) => text && formatDateTime(text)

export function RequestFacts({ request }: { request: RequestDetails }) {
  const { can } = useSession()
  const { form, contact, assignee, specialty } = request
  return (
    <LabelledSection label="Details">
      <Panel>
        <SummaryList
          rows={[
            {
              label: 'Form',
              value: (
                <>
                  {can('form:read') ? <Link href={pathTo('formDetails', { id: form.id })}>{form.title}</Link> : form.title}, version{' '}
                  {form.version}
                </>
              ),
            },
            { label: 'Assignee', value: assignee?.name ?? <span className="muted">Unassigned</span> },
            { label: 'Specialty', value: specialty && specialtyWords(specialty) },
            { label: 'Pathway ID', value: request.pathwayId },
            { label: 'Location', value: request.location },
            { label: 'Event', value: request.event },
            { label: 'Sent by', value: methodLabel(request.notificationMethod) },
            { label: 'Mobile phone', value: contact.phoneNumber && formatPhone(contact.phoneNumber) },
            { label: 'Email', value: contact.emailAddress },
            { label: 'Local patient ID', value: contact.localPatientId },
            { label: 'Created', value: moment(request.createdAt) },
            { label: 'Opened', value: moment(request.openedAt) ?? <span className="muted">Not yet</span> },
            { label: 'Submitted', value: moment(request.submittedAt) ?? <span className="muted">Not yet</span> },
            ...(request.submittedAt && request.firstRead
              ? [{ label: 'First read', value: `${formatDateTime(request.firstRead.at)}, by ${request.firstRead.by}` }]
              : []),
            ...(request.closedAt ? [{ label: 'Ended', value: moment(request.closedAt) }] : []),
            { label: 'Expires', value: moment(request.expiresAt) },
          ]}
        />
      </Panel>
    </LabelledSection>
  )
}
