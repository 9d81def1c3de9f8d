import { type ReactNode, useId } from 'react'

import { filterWords } from './list-words.ts'

export type FilterOption = { value: string; label: string; count?: number | undefined }
/** Options under a heading. */
type FilterGroup = { label: string; options: readonly FilterOption[] }

export type FilterOptionsProps = {
  label: string
  options: readonly FilterOption[]
  /** More options, in groups. */
  groups?: readonly FilterGroup[]
  value: readonly string[]
  onChange: (value: string[]) => void
  /** Where only one value can be chosen: the label of the choice of none. */
  none?: string
  /** the counts are lower limits, shown with a plus sign */
  isAtLeast?: boolean
  /** what is shown while more options are being loaded, or cannot be */
  missing?: ReactNode
}

/** The values of a filter, of which several or one can be chosen. Each value shows the number of its rows. */
export function FilterOptions({ label, options, groups = [], none, value, onChange, isAtLeast = false, missing }: FilterOptionsProps) {
  const toggle = (option: string) => onChange(value.includes(option) ? value.filter((one) => one !== option) : [...value, option])
  const name = useId()
  const isOne = none !== undefined
  const all = isOne ? [{ value: '', label: none }, ...options] : options
  const isChosen = (option: string) => (isOne && option === '' ? value.length === 0 : value.includes(option))
  const boxOf = (option: FilterOption) => (
    <label key={option.value} className="filter-menu__option">
      <input
        {...(isOne ? { className: 'radio', type: 'radio', name } : { className: 'checkbox', type: 'checkbox' })}
        checked={isChosen(option.value)}
        onChange={() => (isOne ? onChange(option.value === '' ? [] : [option.value]) : toggle(option.value))}
      />
      <span>{option.label}</span>
      {option.count !== undefined && (
        <span className="filter-menu__number">
          {option.count.toLocaleString('en-GB')}
          {isAtLeast && '+'}
        </span>
      )}
    </label>
  )
  return (
    <fieldset className="filter-menu__options">
      <legend className="visually-hidden">{label}</legend>
      {all.map(boxOf)}
      {groups.map((group) => (
        <fieldset key={group.label} className="filter-menu__group">
          <legend>{group.label}</legend>
          {group.options.map(boxOf)}
        </fieldset>
      ))}
      {missing ?? (all.length === 0 && groups.length === 0 && <p className="muted">{filterWords.noOptions}</p>)}
    </fieldset>
  )
}
