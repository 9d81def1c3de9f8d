import { Button, ButtonLink, buttonKinds } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Row } from '#web/ui/Layout.tsx'

import { Sample } from './Sample.tsx'

export function ButtonsSample() {
  return (
    <Sample title="Buttons">
      {buttonKinds.map((kind) => (
        <Row key={kind} gap="md">
          <Button kind={kind}>{kind}</Button>
          <Button kind={kind} size="sm">
            {kind}, small
          </Button>
          <Button kind={kind}>
            <Icon name="add" /> With an icon
          </Button>
          <Button kind={kind} isPending>
            Pending
          </Button>
          <Button kind={kind} disabled>
            Disabled
          </Button>
          <ButtonLink kind={kind} href="#link">
            A link
          </ButtonLink>
        </Row>
      ))}
    </Sample>
  )
}
