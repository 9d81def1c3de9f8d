import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Member } from '#contract/members.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { useSession } from '#web/staff/session.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Select } from '#web/ui/Select.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { useWardAccess } from './ward-mutations.ts'

type MemberWard = Member['wards'][number]

/** The wards whose patients a member works with. */
export function WardAccess({ member }: { member: Member }) {
  const { member: me, can } = useSession()
  const organisation = useQuery(q(api.organisations.get, { params: { id: me.organisationId } }))
  const access = useWardAccess(me.organisationId, member.id)
  return (
    <Stack>
      {organisation.data?.wardAccess === 'all' && (
        <Alert>
          {organisation.data.name} lets every user see the patients of every ward. Ward access counts once it is limited to assigned wards.
        </Alert>
      )}
      {can('ward:update') && <AssignWard member={member} access={access} />}
      <Panel isFlush>
        <DataTable
          label="Ward access"
          columns={can('ward:update') ? [...columns, unassignColumn(access)] : columns}
          rows={member.wards}
          rowId={({ id }) => id}
          empty={
            <EmptyState title="No ward assigned">{can('ward:update') && 'Choose a ward above to give access to its patients.'}</EmptyState>
          }
        />
      </Panel>
    </Stack>
  )
}

const columns: Column<MemberWard>[] = [{ id: 'name', header: 'Ward', cell: ({ name }) => name, isRowHeader: true }]

type Access = ReturnType<typeof useWardAccess>

const unassignColumn = (access: Access): Column<MemberWard> => ({
  id: 'actions',
  header: 'Actions',
  isHeaderHidden: true,
  align: 'end',
  cell: ({ id, name }) => (
    <Button
      size="sm"
      aria-label={`Unassign ${name}`}
      isPending={access.isPending && access.variables.wardId === id}
      onClick={() => access.mutate({ wardId: id, isGiven: false })}
    >
      Unassign
    </Button>
  ),
})

function AssignWard({ member, access }: { member: Member; access: Access }) {
  const { member: me } = useSession()
  const [wardId, setWardId] = useState('')
  const wards = useQuery(q(api.wards.list, { params: { id: me.organisationId }, query: {} }))
  if (wards.isError) return <ErrorState onRetry={() => void wards.refetch()}>{wordsOf(wards.error)}</ErrorState>
  const held = new Set(member.wards.map(({ id }) => id))
  const free = (wards.data?.docs ?? []).filter(({ id }) => !held.has(id))
  const chosen = free.find(({ id }) => id === wardId)
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
            label="Ward"
            placeholder={wards.data && free.length === 0 ? 'There is no further ward' : 'Choose a ward'}
            width={20}
            options={free.map(({ id, name }) => ({ value: id, label: name }))}
            value={wardId}
            onChange={(event) => setWardId(event.target.value)}
          />
          <div>
            <Button type="submit" kind="primary" disabled={!chosen} isPending={access.isPending && access.variables.isGiven}>
              Assign ward
            </Button>
          </div>
        </Stack>
      </form>
    </Panel>
  )
}
