import { Alert, alertKinds } from '#web/ui/Alert.tsx'
import { Badge, badgeKinds, badgeSizes } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon, iconNames } from '#web/ui/Icon.tsx'
import { LabelledSection, sectionSizes } from '#web/ui/LabelledSection.tsx'
import { Row } from '#web/ui/Layout.tsx'

import { Sample } from './Sample.tsx'

export function VariantsSample() {
  return (
    <>
      <Sample title="Badges">
        {badgeSizes.map((size) => (
          <Row key={size}>
            {badgeKinds.map((kind) => (
              <Badge key={kind} kind={kind} size={size}>
                {kind} {size}
              </Badge>
            ))}
          </Row>
        ))}
      </Sample>
      <Sample title="Alerts">
        {alertKinds.map((kind) => (
          <Alert key={kind} kind={kind} title={`An alert: ${kind}`} actions={kind === 'warning' && <Button size="sm">Do something</Button>}>
            What has happened and what can be done about it, with <a href="#alert">a link</a>.
          </Alert>
        ))}
      </Sample>
      <Sample title="Labelled sections">
        {sectionSizes.map((size) => (
          <LabelledSection key={size} label={`Section ${size}`} size={size} level={3} description="What it holds.">
            Its content
          </LabelledSection>
        ))}
      </Sample>
      <Sample title="Icons">
        <Row gap="md">
          {iconNames.map((name) => (
            <Row key={name}>
              <Icon name={name} /> {name}
            </Row>
          ))}
        </Row>
      </Sample>
    </>
  )
}
