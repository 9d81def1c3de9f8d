import { queryOptions, useQuery } from '@tanstack/react-query'

import type { CurrentOrganisation } from '#contract/organisations.ts'
import { api } from '#web/api/client.ts'

/** A picture as a data address. Unlike an object URL, it need not be revoked. */
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

/** The data address of an organisation's logo. An `<img>` cannot send the access token, so the picture is fetched like other data. */
export const useLogo = ({ id, logo }: Pick<CurrentOrganisation, 'id' | 'logo'>) =>
  useQuery({ ...logoQuery(id, logo ?? ''), enabled: logo !== null }).data
