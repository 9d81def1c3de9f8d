import { useQuery } from '@tanstack/react-query'

import { worklists } from '#domain/dashboard-worklists.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { pathTo } from '#web/staff/paths.ts'
import { buttonClass, ButtonLink } from '#web/ui/Button.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'

import { helpWords, type TourStep, tourSteps, tourWords as words } from './words.ts'

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
      <ol className="tour">
        {tourSteps.map(({ name, title, text, action }) => (
          <li key={name}>
            <Panel>
              <Stack gap="sm">
                <h2>{title}</h2>
                <p>{text}</p>
                <Row>
                  <a className={buttonClass()} href={hrefs[name]} target="_blank" rel="noreferrer">
                    {action}
                    <VisuallyHidden>{words.newTab}</VisuallyHidden>
                  </a>
                </Row>
              </Stack>
            </Panel>
          </li>
        ))}
      </ol>
    </>
  )
}
