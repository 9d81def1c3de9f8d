import { VisuallyHidden } from './VisuallyHidden.tsx'
import { loading } from './words.ts'

export function Spinner({ label = loading }: { label?: string }) {
  return (
    <span className="spinner" role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}
