import type { ReactNode } from 'react'

import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Panel } from '#web/ui/Panel.tsx'

export function Sample({ title, children }: { title: string; children: ReactNode }) {
  return (
    <LabelledSection label={title} size="lg">
      <Panel>
        <Stack>{children}</Stack>
      </Panel>
    </LabelledSection>
  )
}
