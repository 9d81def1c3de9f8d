import { useState } from 'react'

import type { FormDefinition } from '#domain/form/definition.ts'
import { sourceRows } from '#web/staff/forms/information/source-rows.tsx'
import { FormPreview } from '#web/staff/forms/preview/FormPreview.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'

import { createWords } from './words.ts'

type StartPreviewProps = { title: string; about: string | undefined; definition: FormDefinition }

/** A preview of the template or the form to copy. */
export function StartPreview({ title, about, definition }: StartPreviewProps) {
  const [at, setAt] = useState<string>()
  const { questions, scores = [], redFlags = [], source } = definition
  return (
    <LabelledSection label={title} size="sm" {...(about && { description: about })}>
      <Stack>
        <SummaryList
          rows={[
            ...sourceRows(source),
            { label: 'Questions', value: questions.length },
            ...(scores.length > 0 ? [{ label: 'Scores', value: scores.map(({ name }) => name).join(', ') }] : []),
            ...(redFlags.length > 0 ? [{ label: createWords.redFlags, value: redFlags.map(({ name }) => name).join('; ') }] : []),
          ]}
        />
        <FormPreview definition={definition} at={at} onStep={setAt} />
      </Stack>
    </LabelledSection>
  )
}
