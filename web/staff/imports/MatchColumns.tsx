import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import type { RouteResponse } from '#contract/route.ts'
import type { imports } from '#contract/imports.ts'
import { missingFrom } from '#domain/imports/mapping.ts'
import { importColumnKeys, importColumns, type ImportColumnKey } from '#domain/imports/template.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Select } from '#web/ui/Select.tsx'

import { matchColumnsWords as words } from './words.ts'
import './imports.scss'

export type FileColumns = RouteResponse<typeof imports.readColumns>['columns']

type MatchColumnsProps = {
  fileName: string
  columns: FileColumns
  /** How the file differs from the template; missing where the user asked to match the columns. */
  refusal?: string | undefined
  isUploading: boolean
  onMatched: () => void
  onCancel: () => void
}

/** Matches the columns of a spreadsheet that was not made from the template to the columns of an import. */
export function MatchColumns({ fileName, columns, refusal, isUploading, onMatched, onCancel }: MatchColumnsProps) {
  const [headings, setHeadings] = useState(() => new Map(columns.flatMap(({ heading, column }) => (column ? [[column, heading]] : []))))
  const [isChecked, setChecked] = useState(false)
  const save = useMutation({ mutationFn: api.imports.mapColumns, onSuccess: onMatched })

  const keysOf = (heading: string) => importColumnKeys.filter((key) => headings.get(key) === heading)
  const missing = missingFrom([...headings].map(([column, heading]) => ({ heading, column })))
  const errorOf = (key: ImportColumnKey) => {
    const heading = headings.get(key)
    if (heading !== undefined && keysOf(heading).length > 1) return words.chosenTwice(heading)
    return missing.includes(key) ? words.required(importColumns[key].header) : undefined
  }
  const choose = (key: ImportColumnKey, heading: string) => {
    const chosen = new Map(headings)
    if (heading === '') chosen.delete(key)
    else chosen.set(key, heading)
    setHeadings(chosen)
  }
  const hasErrors = importColumnKeys.some((key) => errorOf(key) !== undefined)
  const press = () => {
    setChecked(true)
    if (!hasErrors) save.mutate({ body: { columns: columns.map(({ heading }) => ({ heading, column: keysOf(heading)[0] ?? null })) } })
  }
  const left = columns.filter(({ heading }) => keysOf(heading).length === 0)
  return (
    <Panel>
      <LabelledSection label={words.title(fileName)} size="lg">
        <Stack>
          {refusal === undefined ? <p>{words.explain}</p> : <Alert title={words.differs}>{refusal}</Alert>}
          {isChecked && hasErrors && <Alert kind="danger">{words.toFix}</Alert>}
          {save.isError && <Alert kind="danger">{wordsOf(save.error)}</Alert>}
          <div className="import-columns">
            {importColumnKeys.map((key) => {
              const heading = headings.get(key) ?? ''
              const samples = columns.find((column) => column.heading === heading)?.samples ?? []
              return (
                <Select
                  key={key}
                  label={importColumns[key].header}
                  isOptional={!importColumns[key].isRequired}
                  hint={heading === '' ? importColumns[key].help : words.samples(samples)}
                  error={isChecked ? errorOf(key) : undefined}
                  value={heading}
                  placeholder={words.notInFile}
                  options={columns.map((column) => ({ value: column.heading, label: column.heading }))}
                  onChange={(event) => choose(key, event.target.value)}
                />
              )
            })}
          </div>
          {left.length > 0 && <p>{words.leftOut(left.map(({ heading }) => heading))}</p>}
          <p>{words.kept}</p>
          <Row>
            <Button kind="primary" isPending={save.isPending || isUploading} onClick={press}>
              {words.confirm}
            </Button>
            <Button onClick={onCancel}>{words.cancel}</Button>
          </Row>
        </Stack>
      </LabelledSection>
    </Panel>
  )
}
