import type { ReactNode } from 'react'

import { categoryLabel, isCustomisable, methodLabel, notificationCategories, notificationMethods } from '#domain/notification.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { Checkbox, Select, TextField } from '#web/staff/form-fields.tsx'
import { type Saving, useFields, useFieldValue } from '#web/staff/use-fields.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Grid } from '#web/ui/Layout.tsx'
import { Panel } from '#web/ui/Panel.tsx'

import { ContentEditor } from './ContentEditor.tsx'
import { useWhyNotSent } from './not-sent.ts'
import { errorsOf, type TemplateWords } from './template-words.ts'

type TemplateFormProps = {
  initial: TemplateWords
  /** category and method are chosen once */
  isNew: boolean
  submitLabel: string
  saving: Saving
  onSave: (words: TemplateWords) => void
  actions?: ReactNode
}

const categories = notificationCategories.map((value) => ({ value, label: categoryLabel(value) }))
const methods = notificationMethods.filter(isCustomisable).map((value) => ({ value, label: methodLabel(value) }))

export function TemplateForm({ initial, isNew, submitLabel, saving, onSave, actions }: TemplateFormProps) {
  const fields = useFields({ id: 'template', initial, check: errorsOf, saving })
  const { bind } = fields
  const [category, method] = [useFieldValue(fields, 'category'), useFieldValue(fields, 'method')]
  const notSent = useWhyNotSent()({ category, method })
  return (
    <Panel>
      <FieldsForm fields={fields} submitLabel={submitLabel} onSave={onSave} actions={actions}>
        <Grid>
          <TextField
            label="Description"
            hint="For you and your colleagues. Patients do not see it."
            maxLength={200}
            {...bind('description')}
          />
          {isNew && (
            <>
              <Select label="Category" hint="When it is sent." options={categories} {...bind('category')} />
              <Select label="Method" hint="NHS App messages cannot be customised." options={methods} {...bind('method')} />
            </>
          )}
        </Grid>
        {isNew && notSent && (
          <Alert kind="warning" title="No message is sent with this template">
            {notSent}
          </Alert>
        )}
        <ContentEditor fields={fields} />
        <Checkbox
          label="Use this template"
          hint={`It is used instead of any other ${methodLabel(method)} text for "${categoryLabel(category)}".`}
          {...bind('isSelected')}
        />
      </FieldsForm>
    </Panel>
  )
}
