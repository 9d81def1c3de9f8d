type PasskeyFormProps = { action: string; kind: 'get' | 'create'; question: object; label: string; isPrimary?: boolean }

/** Hidden until the passkey script runs, because a passkey needs the script. */
export function PasskeyForm({ action, kind, question, label, isPrimary = false }: PasskeyFormProps) {
  return (
    <form hidden method="post" action={action} data-passkey={kind} data-question={JSON.stringify(question)}>
      <input type="hidden" name="credential" />
      <p className="nhsuk-error-message" data-refusal="" role="status"></p>
      <button className={isPrimary ? 'nhsuk-button' : 'nhsuk-button nhsuk-button--secondary'} type="submit">
        {label}
      </button>
    </form>
  )
}
