import type { Question } from '#domain/form/definition.ts'
import { formLimits, type Protocol } from '#domain/form/question.ts'
import { Stack } from '#web/ui/Layout.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

type ProtocolEditorProps = {
  questionId: string
  protocol: Protocol | undefined
  error: string | undefined
  onChange: (change: Partial<Question>, key?: string) => void
}

const parts: { name: keyof Protocol; label: string; hint: string }[] = [
  { name: 'why', label: 'Why it is asked', hint: 'What the answer decides.' },
  { name: 'reader', label: 'Who reads the answer', hint: 'A role and when, such as the booking team, every weekday.' },
  { name: 'risk', label: 'What happens at risk', hint: 'Who does what when the answer suggests that the patient is not safe.' },
]

/** What the author answers for, folded away until it is wanted. */
export function ProtocolEditor({ questionId, protocol = {}, error, onChange }: ProtocolEditorProps) {
  const given = parts.filter(({ name }) => protocol[name]?.trim()).length
  const set = (name: keyof Protocol, words: string) => {
    const changed: Protocol = { ...protocol, [name]: words || undefined }
    onChange({ protocol: parts.some((part) => changed[part.name]) ? changed : undefined }, `protocol-${name}`)
  }
  return (
    <details className="question-fold" key={questionId}>
      <summary>
        Protocol <span className="question-fold__state">{given === 0 ? 'Not written' : `${given} of ${parts.length} written`}</span>
      </summary>
      <Stack>
        <p className="muted">For colleagues. Patients never see it.</p>
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
