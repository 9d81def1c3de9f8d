import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

import type { FormDetails } from '#contract/forms.ts'
import type { Change, Difference } from '#domain/form/difference/change.ts'
import { differencesOf, meaningCount } from '#domain/form/difference/difference.ts'
import { pathTo } from '#web/staff/paths.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { Badge, type BadgeKind } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { readWhich, useVersionText, versionName, type Which } from './version-text.ts'
import { differenceWords as words, versionWords } from './words.ts'
import './difference.scss'

export const pathToComparison = (id: string, from: Which, to: Which) => pathTo('formDetails', { id }, { tab: 'versions', from, to })

/** The differences between two versions, or a version and the draft (FORM-8). The URL holds the selection. */
export function Comparison({ form }: { form: FormDetails }) {
  const search = useSearch({ from: '/inside/forms/details/$id' })
  const [from, to] = [readWhich(search.from, form), readWhich(search.to, form)]
  return (
    <Panel>
      <LabelledSection label={versionWords.compare} size="sm">
        <Stack>
          <CompareForm key={`${from} ${to}`} form={form} from={from} to={to} />
          {from !== undefined && to !== undefined && <Compared form={form} from={from} to={to} />}
        </Stack>
      </LabelledSection>
    </Panel>
  )
}

type Chosen = { form: FormDetails; from: Which | undefined; to: Which | undefined }

function CompareForm({ form, from, to }: Chosen) {
  const router = useRouter()
  const live = form.version ?? 1
  const isAhead = form.isChanged || live === 1
  const [older, setOlder] = useState<Which>(from ?? (isAhead ? live : live - 1))
  const [newer, setNewer] = useState<Which>(to ?? (isAhead ? 'draft' : live))
  const all: Which[] = ['draft', ...Array.from({ length: live }, (_, index) => live - index)]
  const options = all.map((which) => ({ value: String(which), label: versionName(which, form) }))
  const set = (value: string, choose: (which: Which) => void) => {
    const which = readWhich(value, form)
    if (which !== undefined) choose(which)
  }
  return (
    <form
      className="compare-form"
      onSubmit={(event) => {
        event.preventDefault()
        void router.navigate({ to: pathToComparison(form.id, older, newer), resetScroll: false })
      }}
    >
      <Select
        label={words.from}
        width={20}
        options={options}
        value={String(older)}
        onChange={(event) => set(event.target.value, setOlder)}
      />
      <Select label={words.to} width={20} options={options} value={String(newer)} onChange={(event) => set(event.target.value, setNewer)} />
      <Button type="submit">{words.compare}</Button>
    </form>
  )
}

function Compared({ form, from, to }: { form: FormDetails; from: Which; to: Which }) {
  const [before, after] = [useVersionText(form, from), useVersionText(form, to)]
  const failed = [before.failed, after.failed].find((query) => query?.isError && !query.data)
  if (failed) return <LoadError of={failed} />
  if (!before.text || !after.text) return <Skeleton lines={6} />
  const differences = differencesOf(before.text, after.text)
  return (
    <LabelledSection label={`${versionName(from, form)} → ${versionName(to, form)}`} size="sm" level={3}>
      <p aria-live="polite">{summaryOf(differences)}</p>
      <DifferenceList differences={differences} />
    </LabelledSection>
  )
}

const states: Record<Difference['state'], { kind: BadgeKind; label: string }> = {
  added: { kind: 'success', label: words.added },
  removed: { kind: 'danger', label: words.removed },
  changed: { kind: 'info', label: words.changed },
}

const placeWords = ({ place, number, title }: Difference) => {
  if (place === 'form') return words.form
  const name = title.trim() || words.untitled
  if (place === 'question') return number === undefined ? name : `${number}. ${name}`
  return `${place === 'score' ? words.score : words.redFlag}: ${name}`
}

/** The number of changes, and whether answers can still be compared. */
export function summaryOf(differences: readonly Difference[]) {
  const all = differences.reduce((sum, { changes }) => sum + changes.length, 0)
  const meaning = meaningCount(differences)
  if (all === 0) return words.none
  if (meaning === 0) return words.sameMeaning(all)
  return words.meaning(all, meaning)
}

/** Every change, with the text before and after. */
export function DifferenceList({ differences }: { differences: readonly Difference[] }) {
  return (
    <ul className="difference">
      {differences.map((difference) => (
        <OnePlace key={`${difference.place} ${difference.id}`} difference={difference} />
      ))}
    </ul>
  )
}

function OnePlace({ difference }: { difference: Difference }) {
  const { state, changes } = difference
  const { kind, label } = states[state]
  // An added or removed question has no single changes to list.
  const isWhole = changes[0]?.what === label
  return (
    <li className="difference__place">
      <p className="difference__title">
        <strong>{placeWords(difference)}</strong> <Badge kind={kind}>{label}</Badge> {isWhole && changes[0]?.isMeaning && <MeaningBadge />}
      </p>
      <ul className="difference__changes">
        {changes.map((change, index) => (
          <li key={index} className="difference__change">
            {!isWhole && (
              <p className="difference__what">
                {change.what} {change.isMeaning && <MeaningBadge />}
              </p>
            )}
            <BothSides change={change} />
          </li>
        ))}
      </ul>
    </li>
  )
}

const MeaningBadge = () => <Badge kind="warning">{words.changesMeaning}</Badge>

const BothSides = ({ change: { before, after } }: { change: Change }) => (
  <>
    {before && (
      <p className="difference__side difference__side--before">
        <span className="difference__label">{words.before}</span> <del>{before}</del>
      </p>
    )}
    {after && (
      <p className="difference__side difference__side--after">
        <span className="difference__label">{words.after}</span> <ins>{after}</ins>
      </p>
    )}
  </>
)
