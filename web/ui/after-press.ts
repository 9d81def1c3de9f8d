let isDown = false
const waiting: (() => void)[] = []

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (isDown = true), true)
  for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, release, true)
}

function release() {
  isDown = false
  // Runs after the click event of this release.
  setTimeout(() => {
    for (const act of waiting.splice(0)) act()
  })
}

/**
 * Acts at once or, during a press, after its release. For content that appears when a field loses the focus: if it moved the page between press
 * and release, the click would miss its button.
 */
export function afterPress(act: () => void) {
  if (isDown) waiting.push(act)
  else act()
}
