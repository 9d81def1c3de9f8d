import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { copyOf } from '#web/staff/forms/copy-of.ts'
import { draftWords } from '#web/staff/forms/builder/words.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Row } from '#web/ui/Layout.tsx'

import type { Draft } from './use-draft.ts'

/** Another user saved first. Both choices keep the work of both users. */
export function ConflictAlert({ formId, words, draft: { work, loadTheirs } }: { formId: string; words: string; draft: Draft }) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const load = useMutation({ mutationFn: loadTheirs })
  const keep = useMutation({
    mutationFn: async () => {
      // The builder does not follow this setting, which another user may have changed.
      const { isSensitive } = await api.forms.get({ params: { id: formId } })
      return api.forms.create({ body: copyOf({ ...work, isSensitive }, draftWords.conflict.copyTitle(work.title)) })
    },
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
