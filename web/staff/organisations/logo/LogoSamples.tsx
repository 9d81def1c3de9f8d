import type { Organisation } from '#contract/organisations.ts'

type LogoSamplesProps = { address: string | undefined; organisation: Organisation; isPreview: boolean }

/** The logo where it will be seen: on the coloured header and on a white sheet. */
export function LogoSamples({ address, organisation: { name, logo }, isPreview }: LogoSamplesProps) {
  if (address === undefined) return <p className="muted">{logo === null && !isPreview ? 'There is no logo yet.' : 'Loading…'}</p>
  return (
    <div className="logo-samples">
      <div className="logo-samples__header">
        <img src={address} alt={`Logo of ${name}`} />
        <span>{name}</span>
      </div>
      <div className="logo-samples__sheet">
        <img src={address} alt="" />
      </div>
    </div>
  )
}
