import { Disclosure } from './Disclosure.tsx'
import { filterWords } from './list-words.ts'

export type FilterOption = { value: string; label: string; count?: number | undefined }

type FilterMenuProps = {
  label: string
  options: readonly FilterOption[]
  value: readonly string[]
  onChange: (value: string[]) => void
  /** the counts are lower limits, shown with a plus sign */
  isAtLeast?: boolean
}

/** A filter by any of several values. Each value shows the number of its rows. */
export function FilterMenu({ label, options, value, onChange, isAtLeast = false }: FilterMenuProps) {
  const toggle = (option: string) => onChange(value.includes(option) ? value.filter((one) => one !== option) : [...value, option])
  const title = (
    <>
      {label}
      {value.length > 0 && <span className="filter-menu__count">{value.length}</span>}
    </>
  )
  return (
    <Disclosure label={title} className={value.length > 0 ? 'filter-menu filter-menu--active' : 'filter-menu'}>
      {() => (
        <fieldset className="filter-menu__options">
          <legend className="visually-hidden">{label}</legend>
          {options.map((option) => (
            <label key={option.value} className="filter-menu__option">
              <input className="checkbox" type="checkbox" checked={value.includes(option.value)} onChange={() => toggle(option.value)} />
              <span>{option.label}</span>
              {option.count !== undefined && (
                <span className="filter-menu__number">
                  {option.count.toLocaleString('en-GB')}
                  {isAtLeast && '+'}
                </span>
              )}
            </label>
          ))}
          {options.length === 0 && <p className="muted">{filterWords.noOptions}</p>}
        </fieldset>
      )}
    </Disclosure>
  )
}
