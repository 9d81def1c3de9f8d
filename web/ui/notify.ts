import type { AlertKind } from './Alert.tsx'

/** `undo`: takes back what the message is about. */
export type Notice = { label: string; kind: AlertKind; undo?: (() => void) | undefined }
type NoticeOptions = {
  label: string | Error
  kind?: AlertKind
  /** milliseconds; 0 keeps the message until it is closed */ timeout?: number
  undo?: Notice['undo']
}

export const loadToasts = () => import('./ToastRegion.tsx')

/** Shows a message in the corner of the page. An Error shows its message, as an error unless `kind` is given. */
export function notify({ label, kind = label instanceof Error ? 'danger' : 'info', undo, timeout = undo ? 15_000 : 5_000 }: NoticeOptions) {
  const notice: Notice = { label: label instanceof Error ? label.message : label, kind, undo }
  void loadToasts().then(
    ({ toasts }) => toasts.add(notice, timeout > 0 ? { timeout } : {}),
    () => undefined, // without a network the message is lost: everything important is also on the page
  )
}
