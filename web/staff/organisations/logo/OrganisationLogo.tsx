import type { CurrentOrganisation } from '#contract/organisations.ts'

import { useLogo } from './use-logo.ts'

type OrganisationLogoProps = {
  organisation: Pick<CurrentOrganisation, 'id' | 'logo'>
  /** the name of the organisation; '' where the name is beside the logo */
  alt: string
  className?: string
}

/** Shows nothing while the logo loads, and nothing for an organisation without a logo. */
export function OrganisationLogo({ organisation, alt, className }: OrganisationLogoProps) {
  const address = useLogo(organisation)
  return address === undefined ? null : <img className={className} src={address} alt={alt} />
}
