import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import type { FormType } from '#domain/form/form.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { draftWords } from '#web/staff/forms/builder/words.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Row } from '#web/ui/Layout.tsx'

import type { Draft } from './use-draft.ts'

/** Another user saved first. Both choices keep the work of both users. */
export function ConflictAlert({ words, draft: { work, loadTheirs } }: { words: string; draft: Draft }) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const load = useMutation({ mutationFn: loadTheirs })
  const keep = useMutation({
    mutationFn: () =>
      api.forms.create({ body: { ...work, type: work.type as FormType, title: draftWords.conflict.copyTitle(work.title).slice(0, 200) } }), // the select offers only form types
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: [api.forms.list.key] })
      await router.navigate({ to: pathTo('formManage', { id }) })
    },
  })
  const failure = load.error ?? keep.error
  return (
    <Alert kind="danger" title={draftWords.conflict.title}>
      <p>{words}</p>
      <p>{draftWords.conflict.choice}</p>
      {failure && <p>{wordsOf(failure)}</p>}
      <Row>
        <Button size="sm" isPending={load.isPending} onClick={() => load.mutate()}>
          {draftWords.conflict.load}
        </Button>
        <Button size="sm" isPending={keep.isPending} onClick={() => keep.mutate()}>
          {draftWords.conflict.keep}
        </Button>
      </Row>
    </Alert>
  )
}
