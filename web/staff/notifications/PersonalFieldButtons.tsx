import type { MouseEvent } from 'react'

import { personalFields, type PersonalField } from '#domain/template.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Tooltip } from '#web/ui/Tooltip.tsx'

import { templateFormWords } from './words.ts'

type PersonalFieldButtonsProps = { onInsert: (text: string) => void }

const fields = Object.entries(personalFields) as [PersonalField, string][] // the object's keys are the fields

// The text box keeps the focus and the cursor, so that the field is inserted at the cursor.
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** Each button inserts a personal field at the text cursor. */
export const PersonalFieldButtons = ({ onInsert }: PersonalFieldButtonsProps) => (
  <div className="personal-fields" role="group" aria-label={templateFormWords.insertField}>
    {fields.map(([field, meaning]) => (
      <Tooltip key={field} text={meaning}>
        <button type="button" className={buttonClass({ size: 'sm' })} onMouseDown={keepFocus} onClick={() => onInsert(`((${field}))`)}>
          {`((${field}))`}
        </button>
      </Tooltip>
    ))}
  </div>
)
