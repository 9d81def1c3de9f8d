import type { Permission } from '#domain/roles.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Grid, Row, Stack } from '#web/ui/Layout.tsx'
import { Panel } from '#web/ui/Panel.tsx'

type Step = { title: string; text: string; action: string; href: string; needs: Permission }

const steps: Step[] = [
  {
    title: 'Build a form',
    text: 'Write the questions and publish them as the first version.',
    action: 'Create form',
    href: pathTo('formCreate'),
    needs: 'form:create',
  },
  {
    title: 'Add patients',
    text: 'Add a patient here. An import adds new patients automatically.',
    action: 'Create patient',
    href: pathTo('patientCreate'),
    needs: 'patient:create',
  },
  {
    title: 'Send the form',
    text: 'Send to one or more patients, now or on a later day.',
    action: 'Create form request',
    href: pathTo('requestCreate'),
    needs: 'formRequest:create',
  },
  {
    title: 'Or import a list',
    text: 'Fill in the spreadsheet template. Every row is checked before anything is sent.',
    action: 'Import form requests',
    href: pathTo('requestImport'),
    needs: 'formRequest:import',
  },
]

/** What a new organisation sees in place of figures that are all nought. */
export function FirstSteps() {
  const { can } = useSession()
  return (
    <LabelledSection label="No form requests yet" description="Follow these steps to start.">
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
