import { StyleguidePage } from './StyleguidePage.tsx'

/** The style guide without the main layout: nobody need be signed in. */
export const StyleguideScreen = () => (
  <main id="main" className="app-main">
    <StyleguidePage />
  </main>
)
