import { StyleguidePage } from './StyleguidePage.tsx'

/** The style guide without the main layout, also for visitors who are not signed in. */
export const StyleguideScreen = () => (
  <main id="main" className="app-main">
    <StyleguidePage />
  </main>
)
