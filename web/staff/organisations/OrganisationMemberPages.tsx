import { useQuery } from '@tanstack/react-query'

import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { CreateMember } from '#web/staff/members/manage/CreateMember.tsx'
import { ManageMember } from '#web/staff/members/manage/ManageMember.tsx'
import { MemberDetails } from '#web/staff/members/MemberDetails.tsx'
import { MemberLoader } from '#web/staff/members/MemberLoader.tsx'
import { pathTo } from '#web/staff/paths.ts'

import { organisationPageWords } from './words.ts'

type OfOrganisation = { id: string }
type OfMember = { id: string; memberId: string }

/** The users of any organisation, for system administrators (ORG-4). The user screens show only the viewer's own organisation. */
export function OrganisationMemberCreatePage({ id }: OfOrganisation) {
  const { data } = useQuery(q(api.organisations.get, { params: { id } }))
  return (
    <CreateMember
      organisation={{ id, name: data?.name ?? organisationPageWords.theOrganisation }}
      listHref={pathTo('organisationDetails', { id }, { tab: 'users' })}
      detailsHref={(member) => pathTo('organisationMemberDetails', { id, memberId: member.id })}
    />
  )
}

export const OrganisationMemberPage = ({ id, memberId }: OfMember) => (
  <MemberLoader organisationId={id} id={memberId} title={organisationPageWords.userDetails}>
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
  <MemberLoader organisationId={id} id={memberId} title={organisationPageWords.manageUser}>
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
