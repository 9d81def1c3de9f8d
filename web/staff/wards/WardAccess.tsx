import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Member } from '#contract/members.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { useSession } from '#web/staff/session.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Select } from '#web/ui/Select.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { useWardAccess } from './ward-mutations.ts'
import { wardAccessWords, wardsWords } from './words.ts'

type MemberWard = Member['wards'][number]

/** The wards that a user has access to. */
export function WardAccess({ member }: { member: Member }) {
  const { member: me, can } = useSession()
  const organisation = useQuery(q(api.organisations.get, { params: { id: me.organisationId } }))
  const access = useWardAccess(me.organisationId, member.id)
  return (
    <Stack>
      {organisation.data?.wardAccess === 'all' && <Alert>{wardAccessWords.allWards(organisation.data.name)}</Alert>}
      {can('ward:update') && <AssignWard member={member} access={access} />}
      <Panel isFlush>
        <DataTable
          label={wardAccessWords.label}
          columns={can('ward:update') ? [...columns, unassignColumn(access)] : columns}
          rows={member.wards}
          rowId={({ id }) => id}
          empty={<EmptyState title={wardAccessWords.empty.title}>{can('ward:update') && wardAccessWords.empty.text}</EmptyState>}
        />
      </Panel>
    </Stack>
  )
}

const columns: Column<MemberWard>[] = [{ id: 'name', header: wardAccessWords.ward, cell: ({ name }) => name, isRowHeader: true }]

type Access = ReturnType<typeof useWardAccess>

const unassignColumn = (access: Access): Column<MemberWard> => ({
  id: 'actions',
  header: wardsWords.actions,
  isHeaderHidden: true,
  align: 'end',
  cell: ({ id, name }) => (
    <Button
      size="sm"
      aria-label={wardAccessWords.unassignOne(name)}
      isPending={access.isPending && access.variables.wardId === id}
      onClick={() => access.mutate({ wardId: id, isGiven: false })}
    >
      {wardAccessWords.unassign}
    </Button>
  ),
})

function AssignWard({ member, access }: { member: Member; access: Access }) {
  const { member: me } = useSession()
  const [wardId, setWardId] = useState('')
  const wards = useQuery(q(api.wards.list, { params: { id: me.organisationId }, query: {} }))
  if (wards.isError && !wards.data) return <LoadError of={wards} />
  const assigned = new Set(member.wards.map(({ id }) => id))
  const assignable = (wards.data?.docs ?? []).filter(({ id }) => !assigned.has(id))
  const chosen = assignable.find(({ id }) => id === wardId)
  return (
    <Panel>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (chosen) access.mutate({ wardId: chosen.id, isGiven: true }, { onSuccess: () => setWardId('') })
        }}
      >
        <Stack>
          <Select
            label={wardAccessWords.ward}
            placeholder={wards.data && assignable.length === 0 ? wardAccessWords.noneToAssign : wardAccessWords.choose}
            width={20}
            options={assignable.map(({ id, name }) => ({ value: id, label: name }))}
            value={wardId}
            onChange={(event) => setWardId(event.target.value)}
          />
          <div>
            <Button type="submit" kind="primary" disabled={!chosen} isPending={access.isPending && access.variables.isGiven}>
              {wardAccessWords.assign}
            </Button>
          </div>
        </Stack>
      </form>
    </Panel>
  )
}
