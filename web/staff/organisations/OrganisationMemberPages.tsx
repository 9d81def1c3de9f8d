import { useQuery } from '@tanstack/react-query'

import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { CreateMember } from '#web/staff/members/manage/CreateMember.tsx'
import { ManageMember } from '#web/staff/members/manage/ManageMember.tsx'
import { MemberDetails } from '#web/staff/members/MemberDetails.tsx'
import { MemberLoader } from '#web/staff/members/MemberLoader.tsx'
import { pathTo } from '#web/staff/paths.ts'

type OfOrganisation = { id: string }
type OfMember = { id: string; memberId: string }

/** The users of any organisation, for those who run the system (ORG-4): their own screens are for the organisation's own people. */
export function OrganisationMemberCreatePage({ id }: OfOrganisation) {
  const { data } = useQuery(q(api.organisations.get, { params: { id } }))
  return (
    <CreateMember
      organisation={{ id, name: data?.name ?? 'the organisation' }}
      listHref={pathTo('organisationDetails', { id }, { tab: 'users' })}
      detailsHref={(member) => pathTo('organisationMemberDetails', { id, memberId: member.id })}
    />
  )
}

export const OrganisationMemberPage = ({ id, memberId }: OfMember) => (
  <MemberLoader organisationId={id} id={memberId} title="User Details">
    {(member) => (
      <MemberDetails
        organisationId={id}
        member={member}
        manageHref={pathTo('organisationMemberManage', { id, memberId })}
        tabHref={(tab) => pathTo('organisationMemberDetails', { id, memberId }, { tab })}
      />
    )}
  </MemberLoader>
)

export const OrganisationMemberManagePage = ({ id, memberId }: OfMember) => (
  <MemberLoader organisationId={id} id={memberId} title="Manage User">
    {(member) => (
      <ManageMember
        key={memberId}
        organisationId={id}
        member={member}
        detailsHref={pathTo('organisationMemberDetails', { id, memberId })}
      />
    )}
  </MemberLoader>
)
