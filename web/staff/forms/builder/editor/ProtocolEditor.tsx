import type { Question } from '#domain/form/definition.ts'
import { formLimits, type Protocol } from '#domain/form/question.ts'
import { protocolWords } from '#web/staff/forms/builder/words.ts'
import { Stack } from '#web/ui/Layout.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

type ProtocolEditorProps = {
  questionId: string
  protocol: Protocol | undefined
  error: string | undefined
  onChange: (change: Partial<Question>, key?: string) => void
}

const parts: { name: keyof Protocol; label: string; hint: string }[] = [
  { name: 'why', ...protocolWords.why },
  { name: 'reader', ...protocolWords.reader },
  { name: 'risk', ...protocolWords.risk },
]

/** The clinical protocol of a question, collapsed by default. */
export function ProtocolEditor({ questionId, protocol = {}, error, onChange }: ProtocolEditorProps) {
  const given = parts.filter(({ name }) => protocol[name]?.trim()).length
  const set = (name: keyof Protocol, words: string) => {
    const changed: Protocol = { ...protocol, [name]: words || undefined }
    onChange({ protocol: parts.some((part) => changed[part.name]) ? changed : undefined }, `protocol-${name}`)
  }
  return (
    <details className="question-fold" key={questionId}>
      <summary>
        {protocolWords.title}{' '}
        <span className="question-fold__state">{given === 0 ? protocolWords.empty : protocolWords.completed(given, parts.length)}</span>
      </summary>
      <Stack>
        <p className="muted">{protocolWords.audience}</p>
        {parts.map(({ name, label, hint }) => (
          <TextArea
            key={name}
            label={label}
            hint={hint}
            isOptional
            rows={2}
            value={protocol[name] ?? ''}
            error={(protocol[name]?.length ?? 0) > formLimits.protocol ? error : undefined}
            onChange={(event) => set(name, event.target.value)}
          />
        ))}
      </Stack>
    </details>
  )
}
