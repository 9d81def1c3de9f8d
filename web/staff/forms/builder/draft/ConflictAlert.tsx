import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import type { FormType } from '#domain/form/form.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Row } from '#web/ui/Layout.tsx'

import type { Draft } from './use-draft.ts'

/** Somebody else saved first. Whatever is chosen, nobody's work is lost. */
export function ConflictAlert({ words, draft: { work, loadTheirs } }: { words: string; draft: Draft }) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const load = useMutation({ mutationFn: loadTheirs })
  const keep = useMutation({
    mutationFn: () =>
      api.forms.create({ body: { ...work, type: work.type as FormType, title: `${work.title} (my changes)`.slice(0, 200) } }), // only what the selector offers
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: [api.forms.list.key] })
      await router.navigate({ to: pathTo('formManage', { id }) })
    },
  })
  const failure = load.error ?? keep.error
  return (
    <Alert kind="danger" title="This form was changed elsewhere">
      <p>{words}</p>
      <p>Load what was saved there (Undo brings yours back), or keep yours as a new form.</p>
      {failure && <p>{wordsOf(failure)}</p>}
      <Row>
        <Button size="sm" isPending={load.isPending} onClick={() => load.mutate()}>
          Load what was saved
        </Button>
        <Button size="sm" isPending={keep.isPending} onClick={() => keep.mutate()}>
          Keep mine as a copy
        </Button>
      </Row>
    </Alert>
  )
}
