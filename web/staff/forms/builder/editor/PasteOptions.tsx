import { useState } from 'react'

import { withPastedOptions } from '#domain/form/editing/edit-definition.ts'
import { formLimits, type QuestionOption } from '#domain/form/question.ts'
import { newId } from '#web/staff/forms/builder/new-id.ts'
import { optionWords } from '#web/staff/forms/builder/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Row } from '#web/ui/Layout.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

type PasteOptionsProps = { options: readonly QuestionOption[]; onPaste: (options: QuestionOption[]) => void; onClose: () => void }

const words = optionWords.paste

const formatNumber = (count: number) => count.toLocaleString('en-GB')

/** The reason why the pasted options cannot be added. The text stays in the field. */
function refusalOf(options: readonly QuestionOption[], added: readonly QuestionOption[]) {
  if (added.length === 0) return words.nothingNew
  if (options.length > formLimits.options) return words.tooMany(formatNumber(options.length), formatNumber(formLimits.options))
  const long = added.find(({ label }) => label.length > formLimits.optionLabel)
  if (long) return words.tooLong(long.label.slice(0, 40), formatNumber(long.label.length), formLimits.optionLabel)
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
        label={words.label}
        hint={words.hint}
        rows={5}
        value={text}
        error={error}
        onChange={(event) => setText(event.target.value)}
      />
      <Row>
        <Button size="sm" onClick={add}>
          {words.add}
        </Button>
      </Row>
    </>
  )
}
