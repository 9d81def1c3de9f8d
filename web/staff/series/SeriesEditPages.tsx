import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import type { Series } from '#contract/series.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { type Saving, useFields } from '#web/staff/use-fields.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { SideBySide } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { notify } from '#web/ui/notify.ts'

import { SeriesExample, SeriesFields } from './SeriesFields.tsx'
import { bodyOf, changesOf, errorsOf, newSeries, type SeriesValues, valuesOf, wireNameOf } from './series-fields.ts'
import { useRefreshSeries } from './use-refresh-series.ts'
import { changeWords, seriesFormWords as words } from './words.ts'
import './series.scss'

export function SeriesCreatePage() {
  const router = useRouter()
  const refresh = useRefreshSeries()
  const create = useMutation({
    mutationFn: (values: SeriesValues) => api.series.create({ body: bodyOf(values) }),
    onSuccess: async ({ id, name }) => {
      await refresh()
      notify({ label: words.created(name), kind: 'success' })
      await router.navigate({ href: pathTo('seriesEnrol', { id }), replace: true })
    },
  })
  return (
    <>
      <PageHeader title={words.create} />
      <SeriesForm
        id="series"
        initial={newSeries()}
        saving={create}
        submitLabel={words.submitCreate}
        onSave={(values) => create.mutate(values)}
        cancelHref={pathTo('seriesList')}
      />
    </>
  )
}

export function SeriesManagePage({ id }: { id: string }) {
  const found = useQuery(q(api.series.get, { params: { id } }))
  if (found.data) return <EditSeries key={id} series={found.data} />
  return (
    <>
      <PageHeader title={words.submitEdit} />
      {found.isError ? (
        <LoadError of={found} />
      ) : (
        <Panel>
          <Skeleton lines={8} />
        </Panel>
      )}
    </>
  )
}

function EditSeries({ series }: { series: Series }) {
  const router = useRouter()
  const refresh = useRefreshSeries()
  // Kept, because a colleague may save the series while the form is open.
  const [opened] = useState(() => valuesOf(series))
  const [asked, setAsked] = useState<SeriesValues>()
  const save = useMutation({
    mutationFn: (values: SeriesValues) => api.series.update({ params: { id: series.id }, body: changesOf(values, opened) }),
    onSuccess: async () => {
      await refresh()
      notify({ label: words.saved, kind: 'success' })
      await router.navigate({ href: pathTo('seriesDetails', { id: series.id }) })
    },
    onSettled: () => setAsked(undefined),
  })
  const isRetimed = (values: SeriesValues) => changesOf(values, opened).schedule !== undefined
  return (
    <>
      <PageHeader title={words.edit(series.name)} />
      <SeriesForm
        id="series"
        initial={opened}
        saving={save}
        submitLabel={words.submitEdit}
        onSave={(values) => (series.counts.enrolled > 0 && isRetimed(values) ? setAsked(values) : save.mutate(values))}
        cancelHref={pathTo('seriesDetails', { id: series.id })}
      />
      {asked && (
        <ChangeDialog
          series={series}
          values={asked}
          isPending={save.isPending}
          onClose={() => setAsked(undefined)}
          onConfirm={() => save.mutate(asked)}
        />
      )}
    </>
  )
}

type SeriesFormProps = {
  id: string
  initial: SeriesValues
  saving: Saving
  submitLabel: string
  onSave: (values: SeriesValues) => void
  cancelHref: string
}

function SeriesForm({ id, initial, saving, submitLabel, onSave, cancelHref }: SeriesFormProps) {
  const fields = useFields<SeriesValues>({ id, initial, check: (values) => errorsOf(values, initial), saving, wireName: wireNameOf })
  return (
    <SideBySide
      main={
        <Panel>
          <FieldsForm
            fields={fields}
            submitLabel={submitLabel}
            onSave={onSave}
            actions={<ButtonLink href={cancelHref}>{words.cancel}</ButtonLink>}
          >
            <SeriesFields fields={fields} />
          </FieldsForm>
        </Panel>
      }
      aside={
        <Panel>
          <SeriesExample fields={fields} />
        </Panel>
      }
    />
  )
}

type ChangeDialogProps = { series: Series; values: SeriesValues; isPending: boolean; onClose: () => void; onConfirm: () => void }

/** Says what a changed schedule does to the patients before it is saved. */
function ChangeDialog({ series, values, isPending, onClose, onConfirm }: ChangeDialogProps) {
  const { schedule } = bodyOf(values)
  const preview = useQuery({
    queryKey: [api.series.preview.key, series.id, schedule],
    queryFn: ({ signal }) => api.series.preview.cancellable({ params: { id: series.id }, body: { schedule } }, signal),
  })
  const change = preview.data
  return (
    <ConfirmDialog
      title={changeWords.title(change?.enrolments ?? series.counts.enrolled)}
      isOpen
      kind={change && change.ending > 0 ? 'urgent' : 'primary'}
      confirmLabel={changeWords.confirm}
      isPending={isPending}
      isLoading={preview.isLoading}
      canConfirm={!preview.isLoadingError}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {change ? (
        <ul className="series-reasons">
          {change.removed > 0 && <li>{changeWords.removed(change.removed)}</li>}
          {change.added === null
            ? change.ending < change.enrolments && <li>{changeWords.planned}</li>
            : change.added > 0 && <li>{changeWords.added(change.added)}</li>}
          {change.ending > 0 && <li>{changeWords.ending(change.ending)}</li>}
          <li>{changeWords.sent(change.sent)}</li>
        </ul>
      ) : preview.isError ? (
        <LoadError of={preview} />
      ) : (
        <p>{changeWords.checking}</p>
      )}
    </ConfirmDialog>
  )
}
