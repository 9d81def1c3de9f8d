import type { QuestionTypeName } from '#domain/form/question-types.ts'

const paths: Record<QuestionTypeName, string> = {
  free_text: 'M4 7h16M4 12h16M4 17h9',
  single_select: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  dropdown: 'M3 6h18v12H3zM13 11l2.5 2.5L18 11',
  multi_select: 'M4 4h16v16H4zM8 12l3 3 5-6',
  date: 'M4 6h16v14H4zM4 11h16M8 3v5M16 3v5',
}

/** Always beside the type's name, or inside a control that says it. */
export function QuestionTypeIcon({ type }: { type: QuestionTypeName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[type]} />
    </svg>
  )
}
