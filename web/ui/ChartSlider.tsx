import type { Ref } from 'react'

type ChartSliderProps = {
  ref: Ref<HTMLInputElement>
  label: string
  /** The number of points. */
  count: number
  /** The point that is chosen, from 0. */
  chosen: number
  /** The values of the point in words, which screen readers announce. */
  words: string
  onChoose: (nth: number) => void
}

/** The arrow keys choose a point of a chart, whose lines are hidden from screen readers. */
export const ChartSlider = ({ ref, label, count, chosen, words, onChoose }: ChartSliderProps) => (
  <input
    ref={ref}
    className="trend__slider"
    type="range"
    min={1}
    max={count}
    value={chosen + 1}
    onChange={(event) => onChoose(event.target.valueAsNumber - 1)}
    aria-label={label}
    aria-valuetext={words}
  />
)
