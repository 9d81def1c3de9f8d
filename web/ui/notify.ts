import type { AlertKind } from './Alert.tsx'

export type Notice = { label: string; kind: AlertKind }
type NoticeOptions = { label: string | Error; kind?: AlertKind; /** milliseconds; 0 stays until closed */ timeout?: number }

export const loadToasts = () => import('./ToastRegion.tsx')

/** Says something in the corner. An Error says its message, in red unless told otherwise. */
export function notify({ label, kind = label instanceof Error ? 'danger' : 'info', timeout = 5000 }: NoticeOptions) {
  const notice: Notice = { label: label instanceof Error ? label.message : label, kind }
  void loadToasts().then(
    ({ toasts }) => toasts.add(notice, timeout > 0 ? { timeout } : {}),
    () => undefined, // no network: what must be said stands on the page as well
  )
}
