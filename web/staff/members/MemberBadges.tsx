import type { Member } from '#contract/members.ts'
import { roleLabel } from '#domain/roles.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Row } from '#web/ui/Layout.tsx'

import { memberWords } from './words.ts'

export function MemberBadges({ member: { role, isClinician, isActive } }: { member: Pick<Member, 'role' | 'isClinician' | 'isActive'> }) {
  return (
    <Row>
      <Badge>{roleLabel(role)}</Badge>
      {isClinician && <Badge kind="success">{memberWords.clinician}</Badge>}
      {!isActive && <Badge kind="dark">{memberWords.removed}</Badge>}
    </Row>
  )
}
