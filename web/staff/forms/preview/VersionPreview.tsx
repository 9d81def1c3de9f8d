import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { FormDetails } from '#contract/forms.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { FormPreview } from './FormPreview.tsx'

type VersionPreviewProps = {
  form: FormDetails
  /** the live one where none is named; the draft where there is none */
  version: number | undefined
}

export function VersionPreview({ form, version: named }: VersionPreviewProps) {
  const [at, setAt] = useState<string>()
  const version = named ?? form.version
  const found = useQuery({
    ...q(api.forms.getVersion, { params: { id: form.id, version: version ?? 0 } }),
    enabled: version !== null,
    staleTime: Infinity,
  })
  if (version === null)
    return (
      <Stack>
        <Alert>This form was never published. This is its draft.</Alert>
        <FormPreview definition={form.draft} at={at} onStep={setAt} />
      </Stack>
    )
  if (found.isError) return <ErrorState onRetry={() => void found.refetch()}>{wordsOf(found.error)}</ErrorState>
  if (!found.data) return <Skeleton lines={8} />
  return (
    <Stack>
      {version !== form.version && (
        <Alert kind="warning">
          This is version {version}. Patients are asked version {form.version} now.
        </Alert>
      )}
      <FormPreview definition={found.data.definition} at={at} onStep={setAt} />
    </Stack>
  )
}
