import { VisuallyHidden } from './VisuallyHidden.tsx'

export function Spinner({ label = 'Loading…' }: { label?: string }) {
  return (
    <span className="spinner" role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}
