import { useState } from 'react'

import type { FormDefinition } from '#domain/form/definition.ts'
import { sourceRows } from '#web/staff/forms/information/FormInformation.tsx'
import { FormPreview } from '#web/staff/forms/preview/FormPreview.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'

import { createWords } from './words.ts'

/** What a new form can start with. */
export type Preview = { title: string; description: string; about?: string | undefined; definition: FormDefinition }

type StartPreviewProps = Preview & {
  /** undefined while the form starts with it already */
  onUse: (() => void) | undefined
  onClose: () => void
}

/** A template or the form to copy, as patients see it. */
export function StartPreview({ title, description, about, definition, onUse, onClose }: StartPreviewProps) {
  const [at, setAt] = useState<string>()
  const { questions, scores = [], redFlags = [], source } = definition
  return (
    <Dialog title={title} size="lg" isOpen onClose={onClose}>
      <Stack>
        {about && <p>{about}</p>}
        <FormPreview title={title} description={description} definition={definition} at={at} onStep={setAt} />
        <SummaryList
          rows={[
            ...sourceRows(source),
            { label: createWords.questions, value: questions.length },
            ...(scores.length > 0 ? [{ label: createWords.scores, value: scores.map(({ name }) => name).join(', ') }] : []),
            ...(redFlags.length > 0 ? [{ label: createWords.redFlags, value: redFlags.map(({ name }) => name).join('; ') }] : []),
          ]}
        />
        <DialogActions>
          {onUse && (
            <Button kind="primary" onClick={onUse}>
              {createWords.use}
            </Button>
          )}
          <Button onClick={onClose}>{createWords.close}</Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}
