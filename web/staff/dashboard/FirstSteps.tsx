import type { Permission } from '#domain/roles.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Grid, Row, Stack } from '#web/ui/Layout.tsx'
import { Panel } from '#web/ui/Panel.tsx'

import { firstStepsWords as words } from './words.ts'

type Step = { title: string; text: string; action: string; href: string; needs: Permission }

const steps: Step[] = [
  {
    ...words.form,
    href: pathTo('formCreate'),
    needs: 'form:create',
  },
  {
    ...words.patients,
    href: pathTo('patientCreate'),
    needs: 'patient:create',
  },
  {
    ...words.send,
    href: pathTo('requestCreate'),
    needs: 'formRequest:create',
  },
  {
    ...words.import,
    href: pathTo('requestImport'),
    needs: 'formRequest:import',
  },
]

/** What a new organisation sees in place of figures that are all nought. */
export function FirstSteps() {
  const { can } = useSession()
  return (
    <LabelledSection label={words.title} description={words.description}>
      <Grid>
        {steps
          .filter(({ needs }) => can(needs))
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
