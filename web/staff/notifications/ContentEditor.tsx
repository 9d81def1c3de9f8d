import { useRef } from 'react'
import { flushSync } from 'react-dom'

import { fillIn, sampleValues } from '#domain/template.ts'
import { TextArea, TextField } from '#web/staff/form-fields.tsx'
import { useSession } from '#web/staff/session.ts'
import { type Fields, useFieldValues } from '#web/staff/use-fields.ts'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { SideBySide, Stack } from '#web/ui/Layout.tsx'

import { MessageLength } from './MessageLength.tsx'
import { MessagePreview } from './MessagePreview.tsx'
import { PersonalFieldButtons } from './PersonalFieldButtons.tsx'
import type { TemplateWords } from './template-words.ts'

import './notifications.scss'

/** The text with its personal fields, and beside it the message as it will arrive. */
export function ContentEditor({ fields }: { fields: Fields<TemplateWords> }) {
  const { set, bind } = fields
  const words = useFieldValues(fields)
  const { organisation } = useSession()
  const [subject, body] = [useRef<HTMLInputElement>(null), useRef<HTMLTextAreaElement>(null)]
  const last = useRef<'subject' | 'body'>('body')
  const filled = fillIn(words, sampleValues(organisation.name))

  const insert = (personalField: string) => {
    const field = words.method === 'email' ? last.current : 'body'
    const box = field === 'subject' ? subject.current : body.current
    if (!box) return
    const [start, end] = [box.selectionStart ?? box.value.length, box.selectionEnd ?? box.value.length]
    // The cursor can only be set once the new text is in the box.
    flushSync(() => set({ [field]: box.value.slice(0, start) + personalField + box.value.slice(end) }))
    box.focus()
    box.setSelectionRange(start + personalField.length, start + personalField.length)
  }
  return (
    <SideBySide
      main={
        <Stack>
          {words.method === 'email' && (
            <TextField ref={subject} label="Subject" maxLength={300} onFocus={() => (last.current = 'subject')} {...bind('subject')} />
          )}
          <TextArea
            ref={body}
            label="Body"
            hint="Plain text. It needs ((link)), or the patient cannot open the form."
            rows={words.method === 'email' ? 16 : 8}
            onFocus={() => (last.current = 'body')}
            {...bind('body')}
          />
          {words.method === 'sms' && <MessageLength text={filled.body} />}
          <PersonalFieldButtons onInsert={insert} />
        </Stack>
      }
      aside={
        <LabelledSection label="Preview" size="sm" description="For an example patient.">
          <MessagePreview method={words.method} {...filled} />
        </LabelledSection>
      }
    />
  )
}
