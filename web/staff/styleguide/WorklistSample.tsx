import { useState } from 'react'

import { BulkBar } from '#web/ui/BulkBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import type { Sort } from '#web/ui/data-table.ts'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Panel } from '#web/ui/Panel.tsx'

import { requestColumns } from './sample-columns.tsx'
import { sampleRequests } from './sample-requests.ts'

export function WorklistSample() {
  return (
    <LabelledSection label="Table with selection and pages" size="lg">
      <SampleTable initiallySelected={['request-0', 'request-2']} limit={10} />
    </LabelledSection>
  )
}

export function SampleTable({ initiallySelected = [], limit: firstLimit = 50 }: { initiallySelected?: string[]; limit?: number }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(initiallySelected))
  const [sort, setSort] = useState<Sort>({ by: 'created', direction: 'desc' })
  const [page, setPage] = useState(1)
  const [limit, setLimit] = useState(firstLimit)
  return (
    <Panel isFlush>
      <BulkBar count={selected.size} idle="Select requests to assign or close them" onClear={() => setSelected(new Set())}>
        <Button size="sm">Assign</Button>
        <Button size="sm" kind="urgent-secondary">
          Close requests
        </Button>
      </BulkBar>
      <DataTable
        label="Form requests"
        columns={requestColumns}
        rows={sampleRequests.slice(0, limit)}
        rowId={(row) => row.id}
        rowHref={(row) => `#${row.id}`}
        isUrgent={(row) => row.isUrgent}
        sort={sort}
        onSort={setSort}
        selection={{ selected, onChange: setSelected, nameOf: (row) => row.patient }}
      />
      <Pagination page={page} limit={limit} total={2034} onPage={setPage} onLimit={setLimit} />
    </Panel>
  )
}
