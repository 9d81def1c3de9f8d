import { useState } from 'react'

import { withPastedOptions } from '#domain/form/editing/edit-definition.ts'
import { formLimits, type QuestionOption } from '#domain/form/question.ts'
import { newId } from '#web/staff/forms/builder/new-id.ts'
import { Button } from '#web/ui/Button.tsx'
import { Row } from '#web/ui/Layout.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

type PasteOptionsProps = { options: readonly QuestionOption[]; onPaste: (options: QuestionOption[]) => void; onClose: () => void }

const counted = (count: number) => count.toLocaleString('en-GB')

/** What cannot be added as it is stays in the box, with the reason beside it. */
function refusalOf(options: readonly QuestionOption[], added: readonly QuestionOption[]) {
  if (added.length === 0) return 'Write or paste at least one option that is not in the list yet.'
  if (options.length > formLimits.options)
    return `That would make ${counted(options.length)} options. A question can have ${counted(formLimits.options)} at most.`
  const long = added.find(({ label }) => label.length > formLimits.optionLabel)
  if (long)
    return `The line that begins “${long.label.slice(0, 40)}…” has ${counted(long.label.length)} characters. An option can have ${formLimits.optionLabel} at most.`
  return undefined
}

export function PasteOptions({ options, onPaste, onClose }: PasteOptionsProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const add = () => {
    const pasted = withPastedOptions(options, text, newId)
    const known = new Set(options)
    const refusal = refusalOf(
      pasted,
      pasted.filter((option) => !known.has(option)),
    )
    setError(refusal)
    if (refusal) return
    onPaste(pasted)
    onClose()
  }
  return (
    <>
      <TextArea
        label="One option a line"
        hint="Bullets and numbers in front are left out, and so is what is there already."
        rows={5}
        value={text}
        error={error}
        onChange={(event) => setText(event.target.value)}
      />
      <Row>
        <Button size="sm" onClick={add}>
          Add these options
        </Button>
      </Row>
    </>
  )
}
