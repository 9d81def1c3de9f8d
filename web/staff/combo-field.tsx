import type { ComponentProps } from 'react'

import { ComboBox as PlainComboBox } from '#web/ui/ComboBox.tsx'

import type { Bound } from './form-fields.tsx'
import { useBoundField } from './use-fields.ts'

// Apart from the other controls, because few forms have one and it is as large as all of them.

/** A field without a choice is ''. */
export function ComboBox({ field, ...props }: Bound<string, ComponentProps<typeof PlainComboBox>>) {
  const { value, onChange, ...bound } = useBoundField(field)
  return <PlainComboBox {...props} {...bound} value={value || null} onChange={(chosen) => onChange(chosen ?? '')} />
}
