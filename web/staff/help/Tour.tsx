import { useQuery } from '@tanstack/react-query'

import { worklists } from '#domain/dashboard-worklists.ts'
import { toldPatients, toldPatientSearch } from '#domain/demo-patients.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { pathTo } from '#web/staff/paths.ts'
import { buttonClass, ButtonLink } from '#web/ui/Button.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'

import { helpWords, patientStories, patientStoryWords, type TourStep, tourSteps, tourWords as words } from './words.ts'

/** The questionnaire of the tour, whose last question is a red flag. */
const search = 'PHQ-9'

/** From sending a questionnaire to a red flag, each step with a link to its screen. Only a demonstration has it. */
export function Tour() {
  const { data } = useQuery(q(api.forms.list, { query: { page: 1, limit: 1, filters: { search, published: 'true' } } }))
  const formId = data?.docs[0]?.id
  const urgent = pathTo(
    'requestsList',
    {},
    { sort: '-submittedAt', filters: { status: [...worklists.urgentToReview.status], urgent: 'true' } },
  )
  const hrefs: Record<TourStep, string> = {
    send: pathTo('requestCreate', {}, formId ? { formId } : {}),
    answer: pathTo('outbox'),
    urgent,
    close: urgent,
    audit: pathTo('patientList'),
  }
  return (
    <>
      <PageHeader title={words.title} description={words.text} actions={<ButtonLink href={pathTo('help')}>{helpWords.all}</ButtonLink>} />
      <Stack gap="lg">
        <ol className="tour">
          {tourSteps.map(({ name, title, text, action }) => (
            <li key={name}>
              <Panel>
                <Stack gap="sm">
                  <h2>{title}</h2>
                  <p>{text}</p>
                  <NewTab href={hrefs[name]}>{action}</NewTab>
                </Stack>
              </Panel>
            </li>
          ))}
        </ol>
        <PatientStories />
      </Stack>
    </>
  )
}

/** The patients of the demonstration with a history. Only one of its organisations has them, and a user can have archived or erased them. */
function PatientStories() {
  const { data } = useQuery(q(api.patients.list, { query: { page: 1, limit: 10, filters: { search: toldPatientSearch } } }))
  const found = patientStories.flatMap((story) => {
    const patient = data?.docs.find(({ localPatientId }) => localPatientId === toldPatients[story.name])
    return patient ? [{ ...story, patient }] : []
  })
  if (found.length === 0) return null
  return (
    <LabelledSection label={patientStoryWords.title} description={patientStoryWords.text}>
      <ul className="tour">
        {found.map(({ name, tab, text, patient: { id, fullName } }) => (
          <li key={name}>
            <Panel>
              <Stack gap="sm">
                <h3>{fullName}</h3>
                <p>{text}</p>
                <NewTab href={pathTo('patientDetails', { id }, { tab })}>{patientStoryWords.open(fullName)}</NewTab>
              </Stack>
            </Panel>
          </li>
        ))}
      </ul>
    </LabelledSection>
  )
}

const NewTab = ({ href, children }: { href: string; children: string }) => (
  <Row>
    <a className={buttonClass()} href={href} target="_blank" rel="noreferrer">
      {children}
      <VisuallyHidden>{words.newTab}</VisuallyHidden>
    </a>
  </Row>
)
