import { Disclosure } from './Disclosure.tsx'
import { FilterOptions, type FilterOptionsProps } from './FilterOptions.tsx'

/** A filter by any of several values, or by one, behind a button. */
export function FilterMenu(props: FilterOptionsProps) {
  const { label, value } = props
  const title = (
    <>
      {label}
      {value.length > 0 && <span className="filter-menu__count">{value.length}</span>}
    </>
  )
  return (
    <Disclosure label={title} className={value.length > 0 ? 'filter-menu filter-menu--active' : 'filter-menu'}>
      {() => <FilterOptions {...props} />}
    </Disclosure>
  )
}
