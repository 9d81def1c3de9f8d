import { focusManager, type QueryClient } from '@tanstack/react-query'

/** Nobody is here: what asks again by itself stops asking, and what was asked last stays on the screen. */
export function pauseBackground(queryClient: QueryClient) {
  focusManager.setFocused(false)
  void queryClient.cancelQueries()
}

/** Somebody is here again: what has grown old is asked for at once. */
export const resumeBackground = () => focusManager.setFocused(undefined)
