import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { pathTo } from '#web/staff/paths.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { Builder } from './builder/Builder.tsx'
import { formPageWords } from './words.ts'

export function FormManagePage({ id }: { id: string }) {
  const [openedAt] = useState(Date.now)
  const form = useQuery({ ...q(api.forms.get, { params: { id } }), refetchOnMount: 'always', refetchOnWindowFocus: false })
  // The builder always starts from the saved draft, never from a cached one.
  const isLoaded = form.dataUpdatedAt >= openedAt
  if (form.isError && !isLoaded)
    return (
      <>
        <PageHeader title={formPageWords.manage} />
        <LoadError of={form} />
      </>
    )
  if (!form.data || !isLoaded)
    return (
      <>
        <PageHeader title={formPageWords.manage} />
        <Skeleton lines={8} />
      </>
    )
  if (form.data.isArchived)
    return (
      <>
        <PageHeader title={form.data.title} />
        <Alert kind="warning" actions={<ButtonLink href={pathTo('formDetails', { id })}>{formPageWords.details}</ButtonLink>}>
          {formPageWords.archived}
        </Alert>
      </>
    )
  return <Builder key={id} form={form.data} />
}
