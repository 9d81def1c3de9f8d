import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { Member } from '#contract/members.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { LoadError } from '#web/staff/LoadError.tsx'

type MemberLoaderProps = { organisationId: string; id: string; title: string; children: (member: Member) => ReactNode }

/** Loads the user that a screen shows. While loading, and after an error, only the title is shown. */
export function MemberLoader({ organisationId, id, title, children }: MemberLoaderProps) {
  const member = useQuery(q(api.members.find, { params: { id: organisationId, memberId: id } }))
  if (member.data) return children(member.data)
  return (
    <>
      <PageHeader title={title} />
      {member.isError ? <LoadError of={member} /> : <Skeleton lines={8} />}
    </>
  )
}
