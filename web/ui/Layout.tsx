import type { ReactNode } from 'react'

type Gap = 'sm' | 'md' | 'lg'
type LayoutProps = { children: ReactNode; gap?: Gap }

/** One thing under the other. */
export const Stack = ({ children, gap = 'md' }: LayoutProps) => <div className={`stack gap--${gap}`}>{children}</div>

/** One thing beside the other, wrapping when there is no room. */
export const Row = ({ children, gap = 'sm' }: LayoutProps) => <div className={`row gap--${gap}`}>{children}</div>

/** As many equal columns as fit. */
export const Grid = ({ children, gap = 'md' }: LayoutProps) => <div className={`grid gap--${gap}`}>{children}</div>

/** The main matter and what accompanies it, side by side from the width of a tablet. */
export const SideBySide = ({ main, aside }: { main: ReactNode; aside: ReactNode }) => (
  <div className="side-by-side">
    <div>{main}</div>
    <div>{aside}</div>
  </div>
)
