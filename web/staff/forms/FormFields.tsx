import { formTypeLabel, formTypeNames } from '#domain/form/form.ts'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

export type FormWords = { title: string; description: string; type: string }

type FormFieldsProps = {
  value: FormWords
  onChange: (change: Partial<FormWords>) => void
  errors?: Partial<Record<keyof FormWords, string | undefined>>
  onBlur?: (field: keyof FormWords) => void
}

/** What a form is called and what it is for; the same when it is created and while it is built. */
export function FormFields({ value, onChange, errors = {}, onBlur }: FormFieldsProps) {
  return (
    <>
      <TextField
        id="form-title"
        label="Title"
        hint="Patients see it."
        value={value.title}
        maxLength={200}
        required
        error={errors.title}
        onChange={(event) => onChange({ title: event.target.value })}
        onBlur={() => onBlur?.('title')}
      />
      <TextArea
        id="form-description"
        label="Description"
        isOptional
        hint="Patients see it before the first question: why they are asked, and who reads their answers."
        rows={3}
        maxLength={2_000}
        value={value.description}
        error={errors.description}
        onChange={(event) => onChange({ description: event.target.value })}
        onBlur={() => onBlur?.('description')}
      />
      <Select
        id="form-type"
        label="Type"
        hint="For sorting and finding forms. Patients do not see it."
        width={20}
        options={formTypeNames.map((type) => ({ value: type, label: formTypeLabel(type) }))}
        value={value.type}
        error={errors.type}
        onChange={(event) => onChange({ type: event.target.value })}
        onBlur={() => onBlur?.('type')}
      />
    </>
  )
}
