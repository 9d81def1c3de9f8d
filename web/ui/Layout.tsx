import type { ReactNode } from 'react'

type Gap = 'sm' | 'md' | 'lg'
type LayoutProps = { children: ReactNode; gap?: Gap }

/** Children below each other. */
export const Stack = ({ children, gap = 'md' }: LayoutProps) => <div className={`stack gap--${gap}`}>{children}</div>

/** Children beside each other, wrapping when the line is full. */
export const Row = ({ children, gap = 'sm' }: LayoutProps) => <div className={`row gap--${gap}`}>{children}</div>

/** As many columns of the same width as fit. */
export const Grid = ({ children, gap = 'md' }: LayoutProps) => <div className={`grid gap--${gap}`}>{children}</div>

/** Two columns from the width of a tablet: the main content and further content. */
export const SideBySide = ({ main, aside }: { main: ReactNode; aside: ReactNode }) => (
  <div className="side-by-side">
    <div>{main}</div>
    <div>{aside}</div>
  </div>
)
