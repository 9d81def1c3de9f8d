import { useQuery } from '@tanstack/react-query'

import { formatDate, dateOf } from '#domain/dates.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { FirstSteps } from './FirstSteps.tsx'
import { greetingAt } from './greeting.ts'
import { Figures } from './Figures.tsx'
import { dashboardWords as words } from './words.ts'

const greeting = () => greetingAt(new Date())
const today = () => dateOf(new Date())

export function DashboardPage() {
  const { member, organisation, can } = useSession()
  const { data: figures, error, refetch } = useQuery({ ...q(api.dashboard.read), refetchInterval: 5 * 60_000 })
  return (
    <>
      <PageHeader
        title={`${greeting()}, ${member.firstName}`}
        description={`${organisation.name}, ${formatDate(today())}`}
        actions={
          can('formRequest:create') && (
            <ButtonLink kind="primary" href={pathTo('requestCreate')}>
              {words.createFormRequest}
            </ButtonLink>
          )
        }
      />
      {error && !figures && <ErrorState onRetry={() => void refetch()}>{wordsOf(error)}</ErrorState>}
      {!error && !figures && (
        <Panel>
          <Skeleton lines={8} />
        </Panel>
      )}
      {figures && (Object.values(figures.byStatus).every((count) => count === 0) ? <FirstSteps /> : <Figures figures={figures} />)}
    </>
  )
}
