import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

import type { FormDetails } from '#contract/forms.ts'
import { differencesOf } from '#domain/form/difference/difference.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { DifferenceList, summaryOf } from './DifferenceList.tsx'
import { readWhich, useVersionText, versionName, type Which } from './version-text.ts'
import { versionWords } from './words.ts'

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
      <Select label="From" width={20} options={options} value={String(older)} onChange={(event) => set(event.target.value, setOlder)} />
      <Select label="To" width={20} options={options} value={String(newer)} onChange={(event) => set(event.target.value, setNewer)} />
      <Button type="submit">Compare</Button>
    </form>
  )
}

function Compared({ form, from, to }: { form: FormDetails; from: Which; to: Which }) {
  const [before, after] = [useVersionText(form, from), useVersionText(form, to)]
  const failed = [before.failed, after.failed].find((query) => query?.isError)
  if (failed) return <ErrorState onRetry={() => void failed.refetch()}>{wordsOf(failed.error)}</ErrorState>
  if (!before.text || !after.text) return <Skeleton lines={6} />
  const differences = differencesOf(before.text, after.text)
  return (
    <LabelledSection label={`${versionName(from, form)} → ${versionName(to, form)}`} size="sm" level={3}>
      <p aria-live="polite">{summaryOf(differences)}</p>
      <DifferenceList differences={differences} />
    </LabelledSection>
  )
}
