import type { FormSummary } from '#contract/forms.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Row } from '#web/ui/Layout.tsx'

type FormBadgesProps = { form: Pick<FormSummary, 'version' | 'isChanged' | 'isArchived'> }

/** The live version, and whether the draft has unpublished changes. */
export function FormBadges({ form: { version, isChanged, isArchived } }: FormBadgesProps) {
  return (
    <Row>
      {version === null ? <Badge kind="notice">Draft</Badge> : <Badge kind="success">Version {version}</Badge>}
      {isChanged && <Badge kind="warning">Changed</Badge>}
      {isArchived && <Badge kind="dark">Archived</Badge>}
    </Row>
  )
}
