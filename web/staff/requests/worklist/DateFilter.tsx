import { lazy, Suspense } from 'react'

import { Disclosure } from '#web/ui/Disclosure.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

const DateRange = lazy(async () => ({ default: (await import('./DateRange.tsx')).DateRange }))

type DateFilterProps = { label: string; from: string; to: string; onChange: (from: string, to: string) => void }

/** Whole days, both ends included; either end may stay open. */
export function DateFilter({ label, from, to, onChange }: DateFilterProps) {
  return (
    <Disclosure label={label} className={from || to ? 'filter-menu filter-menu--active' : 'filter-menu'}>
      {(close) => (
        <Suspense fallback={<Spinner />}>
          <DateRange
            {...{ from, to }}
            onChoose={(...range) => {
              onChange(...range)
              close()
            }}
          />
        </Suspense>
      )}
    </Disclosure>
  )
}
