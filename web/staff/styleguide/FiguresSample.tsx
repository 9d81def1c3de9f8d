import { BarTable } from '#web/ui/BarTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Grid, Stack } from '#web/ui/Layout.tsx'
import { LineChart } from '#web/ui/LineChart.tsx'
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
  isWeekend: day % 7 === 4 || day % 7 === 5,
  value: 20 + ((day * 37) % 61) * (day % 7 === 4 || day % 7 === 5 ? 0 : 1),
  href: '#now',
  before: { label: `${day + 1}-Aug-2026`, value: 15 + ((day * 23) % 47), href: '#before' },
}))

const bands = [
  { from: 0, to: 4, label: 'None or minimal' },
  { from: 5, to: 9, label: 'Mild' },
  { from: 10, to: 14, label: 'Moderate' },
  { from: 15, to: 27, label: 'Severe' },
]
const scores = [17, 14, 9, 11, 6, 3].map((value, week) => ({
  id: String(week),
  at: week * week,
  value,
  label: `Week ${week * week}`,
  title: `Week ${week * week}: ${value} of 27`,
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
        <LineChart caption="PHQ-9 over time" points={scores} bands={bands} />
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
