import { csrfField, type Posting } from '#contract/pages.ts'

/** Ends the session of this device, on pages that have nothing to save (PTN-7). */
export const LeaveForm = ({ action, csrf, label }: Posting & { label: string }) => (
  <form method="post" action={action}>
    <input type="hidden" name={csrfField} value={csrf} />
    <button className="nhsuk-button nhsuk-button--secondary" type="submit">
      {label}
    </button>
  </form>
)
