import type { ReactNode } from 'react'

import { wordsOf } from '#web/api/refusal.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ErrorSummary, type SummaryError } from '#web/ui/ErrorSummary.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'

import type { Saving } from './use-fields.ts'

type FieldsFormProps = {
  /** those of useFields */
  attempts: number
  problems: readonly SummaryError[]
  saving: Saving
  submitLabel: string
  onSubmit: () => void
  children: ReactNode
  /** what stands beside the button */
  actions?: ReactNode
}

/** A form around its fields: what is wrong at the top, the button at the bottom, nothing typed lost by a refusal (ERR-3). */
export function FieldsForm({ attempts, problems, saving, submitLabel, onSubmit, children, actions }: FieldsFormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Stack gap="lg">
        {attempts > 0 && <ErrorSummary key={attempts} errors={problems} />}
        {saving.isError && problems.length === 0 && <Alert kind="danger">{wordsOf(saving.error)}</Alert>}
        {children}
        <Row>
          <Button kind="primary" type="submit" isPending={saving.isPending}>
            {submitLabel}
          </Button>
          {actions}
        </Row>
      </Stack>
    </form>
  )
}
