import { useMutation } from '@tanstack/react-query'

import type { Download } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { notify } from '#web/ui/notify.ts'

import { saveFile } from './save-file.ts'

/** Fetches a file and hands it over; a refusal is said, as a button has no room for it. */
export const useDownload = <Asked = void>(fetchFile: (asked: Asked) => Promise<Download>) =>
  useMutation({ mutationFn: fetchFile, onSuccess: saveFile, onError: (error) => notify({ label: wordsOf(error), kind: 'danger' }) })
