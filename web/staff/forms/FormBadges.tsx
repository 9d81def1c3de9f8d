import type { FormSummary } from '#contract/forms.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Row } from '#web/ui/Layout.tsx'

type FormBadgesProps = { form: Pick<FormSummary, 'version' | 'isChanged' | 'isArchived'> }

/** Which version patients get, and whether there is something newer that they do not get yet. */
export function FormBadges({ form: { version, isChanged, isArchived } }: FormBadgesProps) {
  return (
    <Row>
      {version === null ? <Badge kind="notice">Draft</Badge> : <Badge kind="success">Version {version}</Badge>}
      {isChanged && <Badge kind="warning">Changed</Badge>}
      {isArchived && <Badge kind="dark">Archived</Badge>}
    </Row>
  )
}
