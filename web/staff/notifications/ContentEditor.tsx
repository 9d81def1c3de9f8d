import { useRef } from 'react'
import { flushSync } from 'react-dom'

import { fillIn, sampleValues } from '#domain/template.ts'
import { useSession } from '#web/staff/session.ts'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { SideBySide, Stack } from '#web/ui/Layout.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { MessageLength } from './MessageLength.tsx'
import { MessagePreview } from './MessagePreview.tsx'
import { PersonalFieldButtons } from './PersonalFieldButtons.tsx'
import type { TemplateErrors, TemplateField, TemplateWords } from './template-words.ts'

import './notifications.scss'

type ContentEditorProps = {
  words: TemplateWords
  errors: TemplateErrors
  onChange: (change: Partial<TemplateWords>) => void
  onBlur: (field: TemplateField) => void
}

/** The text with its personal fields, and beside it the message as it will arrive. */
export function ContentEditor({ words, errors, onChange, onBlur }: ContentEditorProps) {
  const { organisation } = useSession()
  const [subject, body] = [useRef<HTMLInputElement>(null), useRef<HTMLTextAreaElement>(null)]
  const last = useRef<'subject' | 'body'>('body')
  const filled = fillIn(words, sampleValues(organisation.name))

  const insert = (text: string) => {
    const field = words.method === 'email' ? last.current : 'body'
    const box = field === 'subject' ? subject.current : body.current
    if (!box) return
    const [start, end] = [box.selectionStart ?? box.value.length, box.selectionEnd ?? box.value.length]
    // The cursor can only be set once the new text is in the box.
    flushSync(() => onChange({ [field]: box.value.slice(0, start) + text + box.value.slice(end) }))
    box.focus()
    box.setSelectionRange(start + text.length, start + text.length)
  }
  return (
    <SideBySide
      main={
        <Stack>
          {words.method === 'email' && (
            <TextField
              id="template-subject"
              ref={subject}
              label="Subject"
              maxLength={300}
              value={words.subject}
              error={errors.subject}
              onFocus={() => (last.current = 'subject')}
              onChange={(event) => onChange({ subject: event.target.value })}
              onBlur={() => onBlur('subject')}
            />
          )}
          <TextArea
            id="template-body"
            ref={body}
            label="Body"
            hint="Plain text. It needs ((link)), or the patient cannot open the form."
            rows={words.method === 'email' ? 16 : 8}
            value={words.body}
            error={errors.body}
            onFocus={() => (last.current = 'body')}
            onChange={(event) => onChange({ body: event.target.value })}
            onBlur={() => onBlur('body')}
          />
          {words.method === 'sms' && <MessageLength text={filled.body} />}
          <PersonalFieldButtons onInsert={insert} />
        </Stack>
      }
      aside={
        <LabelledSection label="Preview" size="sm" description="For a made-up patient.">
          <MessagePreview method={words.method} {...filled} />
        </LabelledSection>
      }
    />
  )
}
