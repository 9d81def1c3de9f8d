import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SideBySide } from '#web/ui/Layout.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'
import { Timeline } from '#web/ui/Timeline.tsx'

import { Sample } from './Sample.tsx'

const events = [
  { id: '4', title: 'Completed', when: '28 Sep 2026, 14:02', dateTime: '2026-09-28T14:02', who: 'the patient', kind: 'success' },
  { id: '3', title: 'Message sent by SMS', when: '27 Sep 2026, 09:00', dateTime: '2026-09-27T09:00', detail: 'Delivered after 4 seconds' },
  {
    id: '2',
    title: 'Email not delivered',
    when: '25 Sep 2026, 09:01',
    dateTime: '2026-09-25T09:01',
    kind: 'danger',
    detail: 'The mailbox is full',
  },
  { id: '1', title: 'Created', when: '25 Sep 2026, 09:00', dateTime: '2026-09-25T09:00', who: 'Dr Helen Marsh', kind: 'dark' },
] as const

export function ListsSample() {
  return (
    <Sample title="Details">
      <Breadcrumbs crumbs={[{ label: 'Patients', href: '#patients' }, { label: 'Amelia Hughes' }]} />
      <SideBySide
        main={
          <SummaryList
            rows={[
              { label: 'NHS number', value: '999 123 4567' },
              { label: 'Status', value: <Badge kind="success">Completed</Badge> },
              { label: 'Phone', value: '', action: <Button kind="link">Change</Button> },
              { label: 'Email', value: 'amelia.hughes@example.com', action: <Button kind="link">Change</Button> },
            ]}
          />
        }
        aside={<Timeline events={events} />}
      />
    </Sample>
  )
}
