import { MembersTable } from '#web/staff/members/MembersTable.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Row } from '#web/ui/Layout.tsx'

import { organisationPageWords } from './words.ts'

/** The users of any organisation, for system administrators. */
export const OrganisationMembers = ({ organisationId: id }: { organisationId: string }) => (
  <>
    <Row>
      <ButtonLink kind="primary" href={pathTo('organisationMemberCreate', { id })}>
        {organisationPageWords.createUser}
      </ButtonLink>
    </Row>
    <MembersTable organisationId={id} rowHref={(member) => pathTo('organisationMemberDetails', { id, memberId: member.id })} />
  </>
)
