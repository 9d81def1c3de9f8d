import { useState, type ReactNode } from 'react'

import { categoryLabel, isCustomisable, methodLabel, notificationCategories, notificationMethods } from '#domain/notification.ts'
import { fieldErrorsOf, wordsOf } from '#web/api/refusal.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { Grid, Row, Stack } from '#web/ui/Layout.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { ContentEditor } from './ContentEditor.tsx'
import { keepFocus } from './keep-focus.ts'
import { errorsOf, type TemplateField, type TemplateWords } from './template-words.ts'

type Saving = { isPending: boolean; error: unknown; isError: boolean; reset: () => void }

type TemplateFormProps = {
  initial: TemplateWords
  /** category and method are chosen once */
  isNew: boolean
  submitLabel: string
  saving: Saving
  onSave: (words: TemplateWords) => void
  children?: ReactNode
}

const categories = notificationCategories.map((value) => ({ value, label: categoryLabel(value) }))
const methods = notificationMethods.filter(isCustomisable).map((value) => ({ value, label: methodLabel(value) }))

export function TemplateForm({ initial, isNew, submitLabel, saving, onSave, children }: TemplateFormProps) {
  const [words, setWords] = useState(initial)
  const [left, setLeft] = useState<ReadonlySet<TemplateField>>(new Set())
  const [attempts, setAttempts] = useState(0)
  const all = errorsOf(words)
  const shown = Object.entries(all).filter(([field]) => attempts > 0 || left.has(field as TemplateField)) // its keys are fields
  const errors = { ...fieldErrorsOf(saving.error), ...Object.fromEntries(shown) }
  const listed = Object.entries(errors).map(([field, message]) => ({ message, fieldId: `template-${field}` }))

  const change = (changed: Partial<TemplateWords>) => {
    setWords({ ...words, ...changed })
    if (saving.isError) saving.reset()
  }
  const leave = (field: TemplateField) => setLeft(new Set([...left, field]))
  const submit = () => {
    setAttempts(attempts + 1)
    if (Object.keys(all).length === 0) onSave(words)
  }
  return (
    <Panel>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap="lg">
          {attempts > 0 && <ErrorSummary key={attempts} errors={listed} />}
          {saving.isError && listed.length === 0 && <Alert kind="danger">{wordsOf(saving.error)}</Alert>}
          <Grid>
            <TextField
              id="template-description"
              label="Description"
              hint="For you and your colleagues. Patients do not see it."
              maxLength={200}
              value={words.description}
              error={errors['description']}
              onChange={(event) => change({ description: event.target.value })}
              onBlur={() => leave('description')}
            />
            {isNew && (
              <>
                <Select
                  label="Category"
                  hint="When it is sent."
                  options={categories}
                  value={words.category}
                  // The select offers exactly these.
                  onChange={(event) => change({ category: event.target.value as TemplateWords['category'] })}
                />
                <Select
                  id="template-method"
                  label="Method"
                  hint="NHS App messages cannot be customised."
                  options={methods}
                  value={words.method}
                  error={errors['method']}
                  onChange={(event) => change({ method: event.target.value as TemplateWords['method'] })}
                />
              </>
            )}
          </Grid>
          <ContentEditor words={words} errors={errors} onChange={change} onBlur={leave} />
          <Checkbox
            label="Use this template"
            hint={`It is sent instead of any other ${methodLabel(words.method)} text for "${categoryLabel(words.category)}".`}
            checked={words.isSelected}
            onChange={(event) => change({ isSelected: event.target.checked })}
          />
          <Row>
            <Button kind="primary" type="submit" onMouseDown={keepFocus} isPending={saving.isPending}>
              {submitLabel}
            </Button>
            {children}
          </Row>
        </Stack>
      </form>
    </Panel>
  )
}
