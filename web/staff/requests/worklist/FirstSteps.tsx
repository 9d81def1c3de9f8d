import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Row } from '#web/ui/Layout.tsx'
import { firstStepWords as words } from './words.ts'

/** The ways to fill an empty worklist. */
export function FirstSteps() {
  const { can } = useSession()
  return (
    <Row>
      {can('formRequest:create') && (
        <ButtonLink kind="primary" href={pathTo('requestCreate')}>
          {words.create}
        </ButtonLink>
      )}
      {can('formRequest:import') && <ButtonLink href={pathTo('requestImport')}>{words.import}</ButtonLink>}
    </Row>
  )
}
