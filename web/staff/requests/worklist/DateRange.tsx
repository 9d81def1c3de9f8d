import { addDays } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { checkDays, paddedDays } from '#web/staff/days.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { DateField } from '#web/staff/form-fields.tsx'
import { useFields } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { dateRangeWords as words } from './words.ts'

const today = () => dateOf(new Date())

const presets = [
  { label: words.today, days: 0 },
  { label: words.lastDays(7), days: 6 },
  { label: words.lastDays(30), days: 29 },
]

export function DateRange({ from, to, onChoose }: { from: string; to: string; onChoose: (from: string, to: string) => void }) {
  const fields = useFields({
    id: 'days',
    initial: { from, to },
    check: (typed) => checkDays(typed, words.toBeforeFrom),
  })
  return (
    <div className="date-filter">
      <Stack>
        <Row>
          {presets.map(({ label, days }) => (
            <Button key={label} size="sm" onClick={() => onChoose(addDays(today(), -days), today())}>
              {label}
            </Button>
          ))}
        </Row>
        <FieldsForm
          fields={fields}
          submitLabel={words.show}
          onSave={(typed) => {
            const days = paddedDays(typed)
            onChoose(days.from, days.to)
          }}
          isInDialog
          actions={
            (from || to) && (
              <Button kind="link" onClick={() => onChoose('', '')}>
                {words.anyDay}
              </Button>
            )
          }
        >
          <DateField label={words.from} {...fields.bind('from')} />
          <DateField label={words.to} {...fields.bind('to')} />
        </FieldsForm>
      </Stack>
    </div>
  )
}
