import { type ReactNode, useState } from 'react'

import { categoryLabel, isCustomisable, messageMethods, methodLabel, notificationCategories } from '#domain/notification.ts'
import { checkTemplate } from '#domain/template.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { Checkbox, Select, TextField } from '#web/staff/form-fields.tsx'
import { type Saving, useFields, useFieldValues } from '#web/staff/use-fields.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Grid } from '#web/ui/Layout.tsx'
import { Panel } from '#web/ui/Panel.tsx'

import { ContentEditor } from './ContentEditor.tsx'
import { useWhyNotSent } from './not-sent.ts'
import { canSendTest, SendTest } from './SendTest.tsx'
import { checkValues, type TemplateValues } from './template-values.ts'
import { sendTestWords, templateFormWords, templateLabels, templateStateWords } from './words.ts'

type TemplateFormProps = {
  initial: TemplateValues
  /** only a new template has a category and a method to choose */
  isNew: boolean
  submitLabel: string
  saving: Saving
  onSave: (values: TemplateValues) => void
  actions?: ReactNode
}

const categories = notificationCategories.map((value) => ({ value, label: categoryLabel(value) }))
const methods = messageMethods.filter(isCustomisable).map((value) => ({ value, label: methodLabel(value) }))

export function TemplateForm({ initial, isNew, submitLabel, saving, onSave, actions }: TemplateFormProps) {
  const fields = useFields({ id: 'template', initial, check: checkValues, saving })
  const { bind } = fields
  const values = useFieldValues(fields)
  const { category, method } = values
  const notSent = useWhyNotSent()({ method })
  const [tested, setTested] = useState<TemplateValues>()
  const isSendable = checkTemplate(values).length === 0
  // Pressing the button shows what is wrong with the text, as saving does.
  const test = () => (isSendable ? setTested(values) : fields.submit(() => {}))
  return (
    <Panel>
      {tested && canSendTest(tested) && <SendTest template={tested} onClose={() => setTested(undefined)} />}
      <FieldsForm
        fields={fields}
        submitLabel={submitLabel}
        onSave={onSave}
        actions={
          <>
            {!notSent && canSendTest(values) && <Button onClick={test}>{sendTestWords.button}</Button>}
            {actions}
          </>
        }
      >
        <Grid>
          <TextField label={templateLabels.description} hint={templateFormWords.descriptionHint} maxLength={200} {...bind('description')} />
          {isNew && (
            <>
              <Select label={templateLabels.category} hint={templateFormWords.categoryHint} options={categories} {...bind('category')} />
              <Select label={templateLabels.method} hint={templateFormWords.methodHint} options={methods} {...bind('method')} />
            </>
          )}
        </Grid>
        {isNew && notSent && (
          <Alert kind="warning" title={templateStateWords.noMessage}>
            {notSent}
          </Alert>
        )}
        <ContentEditor fields={fields} />
        <Checkbox
          label={templateFormWords.use}
          hint={templateFormWords.useHint(methodLabel(method), categoryLabel(category))}
          {...bind('isSelected')}
        />
      </FieldsForm>
    </Panel>
  )
}
