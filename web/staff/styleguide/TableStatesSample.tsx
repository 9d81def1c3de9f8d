import { Button } from '#web/ui/Button.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Panel } from '#web/ui/Panel.tsx'

import { requestColumns } from './sample-columns.tsx'
import { sampleRequests } from './sample-requests.ts'
import type { SampleRequest } from './sample-requests.ts'

const rowId = (row: SampleRequest) => row.id

export function TableStatesSample() {
  return (
    <LabelledSection label="Tables that wait, are stale, empty or broken" size="lg">
      <Panel isFlush>
        <DataTable label="Waiting requests" columns={requestColumns} rows={undefined} rowId={rowId} skeletonRows={4} />
      </Panel>
      <Panel isFlush>
        <DataTable label="Stale requests" columns={requestColumns} rows={sampleRequests.slice(0, 2)} rowId={rowId} isStale />
      </Panel>
      <Panel isFlush>
        <DataTable
          label="No requests"
          columns={requestColumns}
          rows={[]}
          rowId={rowId}
          empty={
            <EmptyState title="No request matches" icon="search" action={<Button>Clear all filters</Button>}>
              Try a wider date range or fewer filters.
            </EmptyState>
          }
        />
      </Panel>
      <Panel isFlush>
        <DataTable
          label="Broken requests"
          columns={requestColumns}
          rows={undefined}
          rowId={rowId}
          error={{ message: 'The list could not be loaded.', onRetry: () => undefined }}
        />
      </Panel>
    </LabelledSection>
  )
}
