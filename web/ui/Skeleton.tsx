import { VisuallyHidden } from './VisuallyHidden.tsx'
import { loading } from './words.ts'

export function Skeleton({ lines = 3, label = loading }: { lines?: number; label?: string }) {
  return (
    <div role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="skeleton" aria-hidden="true" />
      ))}
    </div>
  )
}
