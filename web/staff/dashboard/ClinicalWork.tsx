import { useMutation } from '@tanstack/react-query'

import type { dashboard } from '#contract/worklist.ts'
import type { RouteResponse } from '#contract/route.ts'
import { queueLabel } from '#domain/waiting-list.ts'
import { worklists } from '#domain/dashboard-worklists.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useOpenFirst } from '#web/staff/requests/details/use-list-position.ts'
import { Button } from '#web/ui/Button.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { notify } from '#web/ui/notify.ts'
import type { Column } from '#web/ui/data-table.ts'

import { dashboardWords } from './words.ts'

const words = dashboardWords.clinicalWork
const pageSize = 25

type OpenFirst = ReturnType<typeof useOpenFirst>
type Work = { label: string; count: number; href: string; open: (openFirst: OpenFirst) => Promise<void> }

/** A queue of the waiting list, the oldest entry first. */
function queueWork(queue: 'worse' | 'changed_mind', count: number): Work {
  const address = pathTo('waitingList', {}, { filters: { queue } })
  return {
    label: queueLabel(queue),
    count,
    href: address,
    open: (openFirst) => openFirst('waitingList', { query: { page: 1, limit: pageSize, filters: { queue } }, address }),
  }
}

/** Answers to review, the oldest first. */
function answersWork(label: string, name: 'urgentToReview' | 'toReview', count: number): Work {
  const filters = { ...worklists[name], status: [...worklists[name].status] }
  const inAddress: object = filters
  const address = pathTo('requestsList', {}, { sort: 'submittedAt', filters: inAddress })
  return {
    label,
    count,
    href: address,
    open: (openFirst) => openFirst('worklist', { query: { sort: 'submittedAt', filters, page: 1, limit: pageSize }, address }),
  }
}

const columns: Column<Work>[] = [
  { id: 'work', header: words.work, isRowHeader: true, cell: ({ label }) => label },
  {
    id: 'count',
    header: words.count,
    align: 'end',
    cell: ({ count, href }) => <Link href={href}>{count.toLocaleString('en-GB')}</Link>,
  },
  { id: 'first', header: words.first, cell: (work) => <OpenFirstButton work={work} /> },
]

/** What waits for a clinician, before everything else on a clinician's dashboard. */
export function ClinicalWork({ figures: { waitingList, worklists: counts } }: { figures: RouteResponse<typeof dashboard.read> }) {
  const work = [
    ...(waitingList ? [queueWork('worse', waitingList.worse), queueWork('changed_mind', waitingList.changed_mind)] : []),
    answersWork(words.urgent, 'urgentToReview', counts.urgentToReview),
    answersWork(words.mine, 'toReview', counts.toReview),
  ]
  const isNothing = work.every(({ count }) => count === 0)
  return (
    <LabelledSection label={words.title} description={isNothing ? undefined : words.description}>
      <Panel isFlush={!isNothing}>
        {isNothing ? <p>{words.none}</p> : <DataTable label={words.title} columns={columns} rows={work} rowId={({ label }) => label} />}
      </Panel>
    </LabelledSection>
  )
}

function OpenFirstButton({ work: { label, count, open } }: { work: Work }) {
  const openFirst = useOpenFirst()
  const opening = useMutation({
    mutationFn: () => open(openFirst),
    onError: (error) => notify({ label: wordsOf(error), kind: 'danger' }),
  })
  if (count === 0) return <span className="muted">–</span>
  return (
    <Button size="sm" isPending={opening.isPending} onClick={() => opening.mutate()}>
      {words.open}
      <VisuallyHidden>{words.ofWork(label)}</VisuallyHidden>
    </Button>
  )
}
