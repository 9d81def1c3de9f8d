import type { MouseEvent } from 'react'

import { personalFields, type PersonalField } from '#domain/template.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Tooltip } from '#web/ui/Tooltip.tsx'

type PersonalFieldButtonsProps = { onInsert: (text: string) => void }

const fields = Object.entries(personalFields) as [PersonalField, string][] // the object's keys are the fields

// The text that is being written in keeps the focus, and with it its cursor.
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** One press puts a field where the text cursor is. */
export const PersonalFieldButtons = ({ onInsert }: PersonalFieldButtonsProps) => (
  <div className="personal-fields" role="group" aria-label="Insert a personal field">
    {fields.map(([field, meaning]) => (
      <Tooltip key={field} text={meaning}>
        <button type="button" className={buttonClass({ size: 'sm' })} onMouseDown={keepFocus} onClick={() => onInsert(`((${field}))`)}>
          {`((${field}))`}
        </button>
      </Tooltip>
    ))}
  </div>
)
