import { focusManager, type QueryClient } from '@tanstack/react-query'

/** Stops automatic reloading while the user is inactive. The last data stays on the screen. */
export function pauseBackground(queryClient: QueryClient) {
  focusManager.setFocused(false)
  void queryClient.cancelQueries()
}

/** Reloads old data at once when the user is active again. */
export const resumeBackground = () => focusManager.setFocused(undefined)
