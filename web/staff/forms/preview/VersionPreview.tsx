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
import { previewWords } from './words.ts'

type VersionPreviewProps = {
  form: FormDetails
  /** undefined for the live version, or for the draft if no version is live */
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
        <Alert>{previewWords.neverPublished}</Alert>
        <FormPreview definition={form.draft} at={at} onStep={setAt} />
      </Stack>
    )
  if (found.isError) return <ErrorState onRetry={() => void found.refetch()}>{wordsOf(found.error)}</ErrorState>
  if (!found.data) return <Skeleton lines={8} />
  return (
    <Stack>
      {version !== form.version && <Alert kind="warning">{previewWords.earlierVersion(version, form.version)}</Alert>}
      <FormPreview definition={found.data.definition} at={at} onStep={setAt} />
    </Stack>
  )
}
