import { counted } from '#domain/counted.ts'
import type { Question } from '#domain/form/definition.ts'
import type { Control } from '#domain/form/question-type.ts'
import { questionTypes } from '#domain/form/question-types.ts'
import type { PdfBlock } from '#server/documents/pdf/document.ts'

const controlOf = (question: Question) => questionTypes[question.type].control(question)

/** What to do with a pen, and whether one must. */
export function instructionOf(question: Question) {
  const must = question.required ? 'Please answer.' : 'You can leave this blank.'
  return [must, ...howTo(controlOf(question), question)].join(' ')
}

function howTo(control: Control, { min, max }: Question): string[] {
  if (control.kind === 'list') return ['Tick one.']
  if (control.kind === 'text' && control.inputMode) return [rangeWords(min, max)]
  if (control.kind !== 'choices') return []
  if (!control.isMany) return [control.ends ? 'Tick one number.' : 'Tick one.']
  const alone = control.choices.find(({ value }) => value === control.alone)
  return ['Tick all that apply.', ...(alone ? [`If you tick ‘${alone.label}’, tick nothing else.`] : [])]
}

function rangeWords(min: number | undefined, max: number | undefined) {
  if (min !== undefined && max !== undefined) return `Write a number from ${min} to ${max}.`
  if (min !== undefined) return `Write a number, ${min} or more.`
  return max === undefined ? 'Write a number.' : `Write a number, ${max} or less.`
}

/** The room an answer needs on paper, whatever the type: a type says how it is answered, not how it is drawn. */
export function controlBlocks(question: Question): PdfBlock[] {
  const control = controlOf(question)
  switch (control.kind) {
    case 'none':
      return []
    case 'text': {
      const { lines, width, suffix } = control
      // A pen needs more room than a keyboard.
      const count = lines > 1 ? lines + 2 : width === undefined ? 2 : 1
      const alt = `Space for your answer${suffix ? ` in ${suffix}` : ''}: ${counted(count, 'line')}`
      return [{ kind: 'space', space: { kind: 'lines', count, width, suffix, alt } }]
    }
    case 'choices': {
      const items = control.choices.map(({ label }) => label)
      if (!control.ends) return [{ kind: 'list', mark: control.isMany ? 'square' : 'circle', items }]
      const { low, high } = control.ends
      const words = (end: string | undefined, label: string) => `${end ?? ''}${label ? ` (${label})` : ''}`
      const alt = `Circles to tick, from ${words(items[0], low)} to ${words(items.at(-1), high)}`
      return [{ kind: 'space', space: { kind: 'steps', steps: items, low, high, alt } }]
    }
    case 'list':
      return [{ kind: 'list', mark: 'circle', items: control.choices.map(({ label }) => label) }]
    case 'parts': {
      const parts = control.parts.map(({ label, width }) => ({ label, count: width }))
      return [
        { kind: 'space', space: { kind: 'boxes', parts, alt: `Boxes for your answer: ${parts.map(({ label }) => label).join(', ')}` } },
      ]
    }
  }
}
