import type { CurrentOrganisation } from '#contract/organisations.ts'

import { useLogo } from './use-logo.ts'

type OrganisationLogoProps = {
  organisation: Pick<CurrentOrganisation, 'id' | 'logo'>
  /** the organisation's name, where it does not stand beside the logo anyway */
  alt: string
  className?: string
}

/** Nothing until it is there, and nothing where there is none. */
export function OrganisationLogo({ organisation, alt, className }: OrganisationLogoProps) {
  const address = useLogo(organisation)
  return address === undefined ? null : <img className={className} src={address} alt={alt} />
}
