import { ColourScheme } from '#web/staff/layout/ColourScheme.tsx'

import { Sample } from './Sample.tsx'
import './colours-sample.scss'

/** Surfaces with their text, and the fills. */
const surfaces = ['page', 'sheet', 'sheet-quiet', 'sheet-hover', 'input-sheet']
const states = ['info', 'danger', 'success', 'warning', 'notice']
const fills = ['header', 'accent-fill', 'button', 'urgent', 'solid', 'inverse', 'focus', 'plate']

const pairs = [
  ...surfaces.map((ground) => ({ ground, ink: 'text' })),
  ...states.map((state) => ({ ground: `${state}-sheet`, ink: `${state}-text` })),
  ...fills.map((fill) => ({ ground: fill, ink: `on-${fill}` })),
]

/** The colours of web/colours/_schemes.scss, in the scheme that is chosen here. */
export function ColoursSample() {
  return (
    <Sample title="Colours">
      <ColourScheme />
      <ul className="swatches">
        {pairs.map(({ ground, ink }) => (
          <li key={ground} className="swatches__one" style={{ background: `var(--${ground})`, color: `var(--${ink})` }}>
            {ground}
          </li>
        ))}
      </ul>
    </Sample>
  )
}
