import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Row } from '#web/ui/Layout.tsx'

import type { Worklist } from './worklist-search.ts'

/** Why the list is empty, and the way out of it. */
export function NoRequests({ list }: { list: Worklist }) {
  const { can } = useSession()
  if (list.isFiltered)
    return (
      <EmptyState
        title="No form request matches"
        icon="search"
        action={<Button onClick={() => list.clearFilters()}>Clear all filters</Button>}
      >
        Try other words, more days or fewer filters.
      </EmptyState>
    )
  const actions = (
    <Row>
      {can('formRequest:create') && (
        <ButtonLink kind="primary" href={pathTo('requestCreate')}>
          Create form request
        </ButtonLink>
      )}
      {can('formRequest:import') && <ButtonLink href={pathTo('requestImport')}>Import from a spreadsheet</ButtonLink>}
    </Row>
  )
  return (
    <EmptyState title="No form requests yet" icon="send" action={actions}>
      A form request asks one patient to fill in one form. Send the first one by hand, or import a list of patients.
    </EmptyState>
  )
}
