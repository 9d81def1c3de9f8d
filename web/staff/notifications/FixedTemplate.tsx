import type { NotificationTemplate } from '#contract/notifications.ts'
import { fillIn, sampleValues } from '#domain/template.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Panel } from '#web/ui/Panel.tsx'

import { MessageLength } from './MessageLength.tsx'
import { MessagePreview } from './MessagePreview.tsx'
import { previewWords, templatePageWords } from './words.ts'

import './notifications.scss'

type FixedTemplateProps = { template: NotificationTemplate; canCopy: boolean }

/** A template that the viewer cannot change: a default, or a custom one without the permission. */
export function FixedTemplate({ template, canCopy }: FixedTemplateProps) {
  const { organisation } = useSession()
  const filled = fillIn(template, sampleValues(organisation.name))
  const copy = canCopy && (
    <ButtonLink kind="primary" href={pathTo('notificationTemplateCreate', {}, { from: template.id })}>
      {templatePageWords.customise}
    </ButtonLink>
  )
  return (
    <Stack gap="lg">
      {template.type === 'default' && (
        <Alert actions={copy}>{template.method === 'nhs_app' ? templatePageWords.fixedNhsApp : templatePageWords.fixedDefault}</Alert>
      )}
      <Panel>
        <LabelledSection label={previewWords.label} description={previewWords.description}>
          <MessagePreview method={template.method} {...filled} />
          {template.method === 'sms' && <MessageLength text={filled.body} />}
        </LabelledSection>
      </Panel>
    </Stack>
  )
}
