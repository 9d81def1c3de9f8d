import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'

import { formatDate } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { can } from '#domain/role-abilities.ts'
import type { Permission } from '#domain/roles.ts'
import type { RouteName } from '#domain/route-guards.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Link } from '#web/ui/Link.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Grid, Row, Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { ClinicalWork } from './ClinicalWork.tsx'
import { Figures } from './Figures.tsx'
import { Responses } from './Responses.tsx'
import { greetingAt } from './greeting.ts'
import { dashboardWords, firstStepsWords } from './words.ts'

const greeting = () => greetingAt(new Date())
const today = () => dateOf(new Date())

export function DashboardPage() {
  const { member, organisation, can: holds } = useSession()
  const { config } = useRouteContext({ from: '/inside' })
  const { data: figures, error, refetch } = useQuery({ ...q(api.dashboard.read), refetchInterval: 5 * 60_000 })
  return (
    <>
      <PageHeader
        title={`${greeting()}, ${member.firstName}`}
        description={
          <>
            {organisation.name}, {formatDate(today())}
            {config.demo && holds('formRequest:create') && figures && !isEmpty(figures) && (
              <>
                {' · '}
                <Link href={pathTo('help', {}, { topic: 'tour' })}>{dashboardWords.tour}</Link>
              </>
            )}
          </>
        }
        actions={
          holds('formRequest:create') && (
            <ButtonLink kind="primary" href={pathTo('requestCreate')}>
              {dashboardWords.createFormRequest}
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
      {figures && (
        <Stack gap="lg">
          {member.isClinician && <ClinicalWork figures={figures} />}
          {isEmpty(figures) ? (
            <FirstSteps />
          ) : (
            <>
              <Figures figures={figures} isClinician={member.isClinician} />
              <Responses />
            </>
          )}
        </Stack>
      )}
    </>
  )
}

const isEmpty = ({ byStatus }: { byStatus: Record<string, number> }) => Object.values(byStatus).every((count) => count === 0)

type Step = { title: string; text: string; action: string; href: string; screen: RouteName; needs: Permission }

const steps: Step[] = [
  {
    ...firstStepsWords.wards,
    href: pathTo('usersList', {}, { tab: 'wards' }),
    screen: 'usersList',
    needs: 'ward:update',
  },
  {
    ...firstStepsWords.colleagues,
    href: pathTo('userCreate'),
    screen: 'userCreate',
    needs: 'member:create',
  },
  {
    ...firstStepsWords.form,
    href: pathTo('formCreate'),
    screen: 'formCreate',
    needs: 'form:create',
  },
  {
    ...firstStepsWords.patients,
    href: pathTo('patientCreate'),
    screen: 'patientCreate',
    needs: 'patient:create',
  },
  {
    ...firstStepsWords.send,
    href: pathTo('requestCreate'),
    screen: 'requestCreate',
    needs: 'formRequest:create',
  },
  {
    ...firstStepsWords.import,
    href: pathTo('requestImport'),
    screen: 'requestImport',
    needs: 'formRequest:import',
  },
]

/** What a new organisation sees in place of figures that are all nought. */
export function FirstSteps() {
  const { role } = useSession().member
  return (
    <LabelledSection
      label={firstStepsWords.title}
      description={firstStepsWords.description}
      actions={<Link href={pathTo('help', {}, { topic: 'first-hour' })}>{firstStepsWords.help}</Link>}
    >
      <Grid>
        {steps
          .filter(({ screen, needs }) => can(role, screen, needs))
          .map(({ title, text, action, href }) => (
            <Panel key={title}>
              <Stack>
                <h3>{title}</h3>
                <p>{text}</p>
                <Row>
                  <ButtonLink href={href}>{action}</ButtonLink>
                </Row>
              </Stack>
            </Panel>
          ))}
      </Grid>
    </LabelledSection>
  )
}
