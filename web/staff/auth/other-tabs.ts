/** Who signs out in one tab is signed out in all; who comes back to a page that had left for the provider sees it begin anew. */
export function watchOtherTabs() {
  addEventListener('storage', ({ key, newValue }) => {
    const isSignedOut = key === null || (key.startsWith('formward.user:') && newValue === null)
    if (isSignedOut) location.reload()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}
