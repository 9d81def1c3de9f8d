import { BarTable } from '#web/ui/BarTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Grid, Stack } from '#web/ui/Layout.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { StatTile } from '#web/ui/StatTile.tsx'
import { TrendChart } from '#web/ui/TrendChart.tsx'

import { statuses } from './sample-requests.ts'
import { Sample } from './Sample.tsx'

const bars = statuses.map(({ label }, index) => ({ label, value: 1400 - index * 190, href: `#${label}` }))
const points = Array.from({ length: 30 }, (_, day) => ({
  label: `${day + 1}-Sep-2026`,
  axisLabel: `${day + 1}-Sep`,
  value: 20 + ((day * 37) % 61) * (day % 7 > 4 ? 0 : 1),
  href: '#now',
  before: { label: `${day + 1}-Aug-2026`, value: 15 + ((day * 23) % 47), href: '#before' },
}))

export function FiguresSample() {
  return (
    <>
      <Sample title="Figures">
        <Grid>
          <StatTile label="Assigned to me" figure="24" note="6 new since yesterday" href="#mine" />
          <StatTile label="Urgent" figure="3" note="Oldest waits 2 days" kind="urgent" href="#urgent" />
          <StatTile label="Completed this month" figure="1,204" note="72% of those sent" href="#completed" />
          <StatTile label="Not reached" figure="18" href="#unreached" />
        </Grid>
        <BarTable caption="Requests by status" labelHeader="Status" valueHeader="Requests" bars={bars} />
        <TrendChart caption="Completed" pointHeader="Day" nowHeader="This period" beforeHeader="Period before" points={points} />
      </Sample>
      <Sample title="Waiting, empty and broken">
        <Progress label="Importing 30 rows" value={18} max={30} note="18 of 30" />
        <Progress label="Preparing the file" />
        <Stack>
          <Spinner />
          <Skeleton lines={4} />
        </Stack>
        <EmptyState title="No forms yet">A form is a list of questions. Build the first one, then send it to patients.</EmptyState>
        <ErrorState onRetry={() => undefined} />
      </Sample>
    </>
  )
}
