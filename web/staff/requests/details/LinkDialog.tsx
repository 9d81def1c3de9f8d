import { useQuery } from '@tanstack/react-query'

import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { linkWords as words } from './words.ts'

/** The patient's link, for a member who passes it on another way. It is asked for each time, because each time is recorded. */
export function LinkDialog({ requestId, onClose }: { requestId: string; onClose: () => void }) {
  const { data, error } = useQuery({
    queryKey: ['request-link', requestId],
    queryFn: () => api.requests.link({ params: { id: requestId } }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  const copy = async (link: string) => {
    try {
      await navigator.clipboard.writeText(link)
      notify({ label: words.copied, kind: 'success' })
    } catch {
      notify({ label: words.notCopied, kind: 'danger' })
    }
  }
  return (
    <Dialog title={words.title} size="md" isOpen onClose={onClose}>
      <Stack gap="md">
        <p>{words.text}</p>
        {error && <Alert kind="danger">{wordsOf(error)}</Alert>}
        {!data && !error && <Skeleton />}
        {data && <TextField label={words.label} value={data.link} readOnly onFocus={({ target }) => target.select()} />}
        <DialogActions>
          {data && (
            <Button kind="primary" onClick={() => void copy(data.link)}>
              {words.copy}
            </Button>
          )}
          <Button onClick={onClose}>{words.close}</Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}
