import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import type { FormDetails } from '#contract/forms.ts'
import { differencesOf } from '#domain/form/difference/difference.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { copyOf } from '#web/staff/forms/copy-of.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { ScrollRegion } from '#web/ui/ScrollRegion.tsx'

import { DifferenceList, summaryOf } from './Comparison.tsx'
import { createDraftCopies } from './draft-copies.ts'
import { useVersionText } from './version-text.ts'
import { restoreWords as words } from './words.ts'

type RestoreDialogProps = { form: FormDetails; version: number; onClose: () => void }

/** Restores an old version as the draft. By default, unpublished changes are kept as a new form. */
export function RestoreDialog({ form, version, onClose }: RestoreDialogProps) {
  const { can } = useSession()
  const isAsked = form.isChanged
  const [isKept, setKept] = useState(can('form:create'))
  const restore = useRestore(form, version, onClose)
  return (
    <Dialog title={words.title(version)} isOpen isBusy={restore.isPending} onClose={onClose}>
      <Stack>
        <p>{words.live}</p>
        {isAsked && (
          <>
            <Alert kind="warning">{words.unpublished}</Alert>
            <RadioGroup
              label={words.choice.label}
              options={[
                { value: 'keep', label: words.choice.keep, hint: copyTitle(form), disabled: !can('form:create') },
                { value: 'replace', label: words.choice.replace, hint: words.choice.replaceHint },
              ]}
              value={isKept ? 'keep' : 'replace'}
              onChange={(value) => setKept(value === 'keep')}
            />
          </>
        )}
        <WhatChanges form={form} version={version} />
        {restore.isError && <Alert kind="danger">{wordsOf(restore.error)}</Alert>}
      </Stack>
      <DialogActions>
        <Button kind="primary" isPending={restore.isPending} onClick={() => restore.mutate(isAsked && isKept)}>
          {words.confirm(version)}
        </Button>
        <Button disabled={restore.isPending} onClick={onClose}>
          {words.cancel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const copyTitle = ({ title }: FormDetails) => words.copyTitle(title).slice(0, 200)

function WhatChanges({ form, version }: Pick<RestoreDialogProps, 'form' | 'version'>) {
  const { text } = useVersionText(form, version)
  if (!text) return null
  const differences = differencesOf({ ...form, definition: form.draft }, text)
  return (
    <details>
      <summary>{words.changesWith(summaryOf(differences))}</summary>
      <ScrollRegion label={words.changes} className="difference-box">
        <DifferenceList differences={differences} />
      </ScrollRegion>
    </details>
  )
}

function useRestore(form: FormDetails, version: number, onDone: () => void) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const [keepCopy] = useState(() => createDraftCopies((draft: FormDetails) => api.forms.create({ body: copyOf(draft, copyTitle(draft)) })))
  return useMutation({
    mutationFn: async (isKeeping: boolean) => {
      if (isKeeping) await keepCopy(form)
      return api.formVersions.restore({ params: { id: form.id, version }, body: { draftRevision: form.draftRevision } })
    },
    onSuccess: async (restored) => {
      queryClient.setQueryData(q(api.forms.get, { params: { id: form.id } }).queryKey, restored)
      notify({ label: words.restored(version), kind: 'success' })
      onDone()
      await queryClient.invalidateQueries({ queryKey: [api.forms.list.key] })
      await router.navigate({ to: pathTo('formManage', { id: form.id }) })
    },
    // Another user may have saved the draft, so the form is loaded again.
    onError: () => queryClient.invalidateQueries({ queryKey: q(api.forms.get, { params: { id: form.id } }).queryKey }),
  })
}
