type RedFlagNamesProps = { names: readonly string[] }

/** The red flags of an urgent form request, before somebody closes it. */
export function RedFlagNames({ names }: RedFlagNamesProps) {
  if (names.length === 0) return <p>This form request is urgent.</p>
  return (
    <>
      <p>The answers raised {names.length === 1 ? 'a red flag' : `${names.length} red flags`}:</p>
      <ul className="red-flag-names">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </>
  )
}
