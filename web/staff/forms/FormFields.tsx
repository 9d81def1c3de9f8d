import { canChangeType, formTypeLabel, formTypeNames } from '#domain/form/form.ts'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { formFieldWords } from './words.ts'

export type FormWords = { title: string; description: string; type: string }

type FormFieldsProps = {
  value: FormWords
  onChange: (change: Partial<FormWords>) => void
  errors?: Partial<Record<keyof FormWords, string | undefined>>
  onBlur?: (field: keyof FormWords) => void
  /** The type of a form that is published, which limits the types that the form can take. */
  publishedType?: string | undefined
}

/** Title, description and type of a form, for the create page and the builder. */
export function FormFields({ value, onChange, errors = {}, onBlur, publishedType }: FormFieldsProps) {
  // The selected type is offered as well: another user may have published the form after it was selected here.
  const types = formTypeNames.filter((type) => publishedType === undefined || canChangeType(publishedType, type) || type === value.type)
  return (
    <>
      <TextField
        id="form-title"
        label={formFieldWords.title}
        hint={formFieldWords.titleHint}
        value={value.title}
        maxLength={200}
        required
        error={errors.title}
        onChange={(event) => onChange({ title: event.target.value })}
        onBlur={() => onBlur?.('title')}
      />
      <TextArea
        id="form-description"
        label={formFieldWords.description}
        isOptional
        hint={formFieldWords.descriptionHint}
        rows={3}
        maxLength={2_000}
        value={value.description}
        error={errors.description}
        onChange={(event) => onChange({ description: event.target.value })}
        onBlur={() => onBlur?.('description')}
      />
      <Select
        id="form-type"
        label={formFieldWords.type}
        hint={formFieldWords.typeHint(publishedType)}
        width={20}
        options={types.map((type) => ({ value: type, label: formTypeLabel(type) }))}
        value={value.type}
        error={errors.type}
        onChange={(event) => onChange({ type: event.target.value })}
        onBlur={() => onBlur?.('type')}
      />
    </>
  )
}
