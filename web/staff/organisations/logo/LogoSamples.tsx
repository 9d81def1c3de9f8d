import type { Organisation } from '#contract/organisations.ts'
import { logoWords } from '#web/staff/organisations/words.ts'

type LogoSamplesProps = { address: string | undefined; organisation: Organisation; isPreview: boolean }

/** The logo on the colour of the header and on the white of the patient forms. */
export function LogoSamples({ address, organisation: { name, logo }, isPreview }: LogoSamplesProps) {
  if (address === undefined) return <p className="muted">{logo === null && !isPreview ? logoWords.none : logoWords.loading}</p>
  return (
    <div className="logo-samples">
      <div className="logo-samples__header">
        <img src={address} alt={logoWords.alt(name)} />
        <span>{name}</span>
      </div>
      <div className="logo-samples__sheet">
        <img src={address} alt="" />
      </div>
    </div>
  )
}
