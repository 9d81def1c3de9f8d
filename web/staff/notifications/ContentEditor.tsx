import { type MouseEvent, useRef } from 'react'
import { flushSync } from 'react-dom'

import { directionOf, english, tagOf } from '#domain/languages.ts'
import { hasSubject } from '#domain/notification.ts'
import { fillIn, type PersonalField, personalFields, samplesIn, sampleValues } from '#domain/template.ts'
import { TextArea, TextField } from '#web/staff/form-fields.tsx'
import { useSession } from '#web/staff/session.ts'
import { type Fields, useFieldValues } from '#web/staff/use-fields.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { SideBySide, Stack } from '#web/ui/Layout.tsx'
import { Tooltip } from '#web/ui/Tooltip.tsx'

import { MessageLength } from './MessageLength.tsx'
import { MessagePreviews, useMessageSamples } from './MessagePreviews.tsx'
import type { TemplateValues } from './template-values.ts'
import { previewWords, templateFormWords, templateLabels } from './words.ts'
import './notifications.scss'

/** The text of a template with its personal fields, beside a preview of the message. */
export function ContentEditor({ fields, language = english }: { fields: Fields<TemplateValues>; language?: string }) {
  const { set, bind } = fields
  const values = useFieldValues(fields)
  const { organisation } = useSession()
  const [subject, body] = [useRef<HTMLInputElement>(null), useRef<HTMLTextAreaElement>(null)]
  const lastFocused = useRef<'subject' | 'body'>('body')
  const given = useMessageSamples().data?.values.typical ?? sampleValues({ organisationName: organisation.name })
  const sample = samplesIn(language, 'typical', given)
  const written = language === english ? {} : { lang: tagOf(language), dir: directionOf(language) }
  const filled = fillIn(values, sample)
  const isLetter = values.method === 'letter'

  const insert = (personalField: string) => {
    const field = hasSubject(values.method) ? lastFocused.current : 'body'
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
          {hasSubject(values.method) && (
            <TextField
              ref={subject}
              label={templateLabels.subject}
              hint={isLetter ? templateFormWords.letterSubjectHint : undefined}
              maxLength={300}
              {...written}
              onFocus={() => (lastFocused.current = 'subject')}
              {...bind('subject')}
            />
          )}
          <TextArea
            ref={body}
            label={templateLabels.body}
            hint={isLetter ? templateFormWords.letterBodyHint : templateFormWords.bodyHint}
            rows={hasSubject(values.method) ? 16 : 8}
            {...written}
            onFocus={() => (lastFocused.current = 'body')}
            {...bind('body')}
          />
          {values.method === 'sms' && <MessageLength text={filled.body} />}
          <PersonalFieldButtons isLetter={isLetter} onInsert={insert} />
        </Stack>
      }
      aside={
        <LabelledSection
          label={previewWords.label}
          size="sm"
          description={isLetter ? previewWords.letterDescription : previewWords.description}
        >
          <MessagePreviews template={{ ...values, language }} />
        </LabelledSection>
      }
    />
  )
}

type PersonalFieldButtonsProps = { isLetter: boolean; onInsert: (text: string) => void }

const fields = Object.entries(personalFields) as [PersonalField, string][] // the object's keys are the fields

// The text box keeps the focus and the cursor, so that the field is inserted at the cursor.
const restoreFocus = (event: MouseEvent) => event.preventDefault()

/** Each button inserts a personal field at the text cursor. A letter has a code and no link. */
const PersonalFieldButtons = ({ isLetter, onInsert }: PersonalFieldButtonsProps) => (
  <div className="personal-fields" role="group" aria-label={templateFormWords.insertField}>
    {(isLetter ? fields.filter(([field]) => field !== 'link') : fields).map(([field, meaning]) => (
      <Tooltip key={field} text={meaning}>
        <button type="button" className={buttonClass({ size: 'sm' })} onMouseDown={restoreFocus} onClick={() => onInsert(`((${field}))`)}>
          {`((${field}))`}
        </button>
      </Tooltip>
    ))}
  </div>
)
