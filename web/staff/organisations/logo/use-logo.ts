import { queryOptions, useQuery } from '@tanstack/react-query'

import type { CurrentOrganisation } from '#contract/organisations.ts'
import { api } from '#web/api/client.ts'

/** A picture as an address that holds all of it: nothing has to be given back when it is no longer shown. */
export const addressOf = (picture: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string)) // readAsDataURL gives text
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture could not be read')))
    reader.readAsDataURL(picture)
  })

const logoQuery = (id: string, version: string) => {
  const request = { params: { id }, query: { version } }
  return queryOptions({
    queryKey: [api.logos.get.key, request],
    queryFn: async ({ signal }) => addressOf((await api.logos.get.cancellable(request, signal)).blob),
    staleTime: Infinity,
  })
}

/** Where the page finds an organisation's logo: fetched as everything else is, since an `<img>` cannot prove who asks. */
export const useLogo = ({ id, logo }: Pick<CurrentOrganisation, 'id' | 'logo'>) =>
  useQuery({ ...logoQuery(id, logo ?? ''), enabled: logo !== null }).data
