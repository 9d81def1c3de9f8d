import type { ComponentProps } from 'react'

import { TextArea } from '#web/staff/form-fields.tsx'
import type { Bind } from '#web/staff/use-fields.ts'

import { noteWords as words } from './words.ts'

type NoteFieldProps = Bind<string> &
  Partial<Pick<ComponentProps<typeof TextArea>, 'label' | 'isOptional' | 'rows' | 'readOnly' | 'onKeyDown'>>

/** A note is never cut: one that is too long is an error, so that no word is lost. */
export const NoteField = ({ label = words.field, rows = 3, ...props }: NoteFieldProps) => (
  <TextArea label={label} hint={words.hint} rows={rows} {...props} />
)
