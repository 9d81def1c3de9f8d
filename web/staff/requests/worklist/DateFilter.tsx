import { useState } from 'react'

import { addDays, dateOf, isIsoDate } from '#domain/dates.ts'
import { Button } from '#web/ui/Button.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { padDate } from '#web/ui/date-text.ts'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'

type DateFilterProps = { label: string; from: string; to: string; onChange: (from: string, to: string) => void }

/** Whole days, both ends included; either end may stay open. */
export function DateFilter({ label, from, to, onChange }: DateFilterProps) {
  return (
    <Disclosure label={label} className={from || to ? 'filter-menu filter-menu--active' : 'filter-menu'}>
      {(close) => (
        <DateRange
          {...{ from, to }}
          onChoose={(...range) => {
            onChange(...range)
            close()
          }}
        />
      )}
    </Disclosure>
  )
}

const today = () => dateOf(new Date())

const presets = [
  { label: 'Today', days: 0 },
  { label: 'Last 7 days', days: 6 },
  { label: 'Last 30 days', days: 29 },
]

function DateRange({ from, to, onChoose }: { from: string; to: string; onChoose: (from: string, to: string) => void }) {
  const [typed, setTyped] = useState({ from, to })
  const [errors, setErrors] = useState<{ from?: string; to?: string }>({})

  const apply = () => {
    const [first, last] = [padDate(typed.from), padDate(typed.to)] // Enter may be pressed before the field is left
    const wrong = {
      ...(first && !isIsoDate(first) && { from: 'Enter a real date.' }),
      ...(last && !isIsoDate(last)
        ? { to: 'Enter a real date.' }
        : first && last && first > last && { to: 'Enter a day after the first.' }),
    }
    setErrors(wrong)
    if (Object.keys(wrong).length === 0) onChoose(first, last)
  }
  return (
    <form
      className="date-filter"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <Stack>
        <Row>
          {presets.map(({ label, days }) => (
            <Button key={label} size="sm" onClick={() => onChoose(addDays(today(), -days), today())}>
              {label}
            </Button>
          ))}
        </Row>
        <DateField label="From" value={typed.from} error={errors.from} onChange={(value) => setTyped({ ...typed, from: value })} />
        <DateField label="To" value={typed.to} error={errors.to} onChange={(value) => setTyped({ ...typed, to: value })} />
        <Row>
          <Button type="submit" kind="primary" size="sm">
            Show these days
          </Button>
          {(from || to) && (
            <Button size="sm" kind="link" onClick={() => onChoose('', '')}>
              Any day
            </Button>
          )}
        </Row>
      </Stack>
    </form>
  )
}
