import { redFlagWords } from './words.ts'

type RedFlagNamesProps = { names: readonly string[] }

/** The red flags of an urgent form request, shown before the user closes the request. */
export function RedFlagNames({ names }: RedFlagNamesProps) {
  if (names.length === 0) return <p>{redFlagWords.urgent}</p>
  return (
    <>
      <p>{redFlagWords.raised(names.length)}</p>
      <ul className="red-flag-names">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </>
  )
}
