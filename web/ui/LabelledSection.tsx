import { useId } from 'react'
import type { ReactNode } from 'react'

export const sectionSizes = ['base', 'sm', 'md', 'lg', 'xl'] as const
export type SectionSize = (typeof sectionSizes)[number]

type LabelledSectionProps = {
  label: ReactNode
  size?: SectionSize
  level?: 2 | 3 | 4
  description?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

export function LabelledSection({ label, size = 'md', level = 2, description, actions, children }: LabelledSectionProps) {
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <section className={`section section--${size}`} aria-labelledby={id}>
      <div className="section__head">
        <Heading id={id} className="section__label">
          {label}
        </Heading>
        {actions && <div className="section__actions">{actions}</div>}
      </div>
      {description && <p className="section__description">{description}</p>}
      {children}
    </section>
  )
}
