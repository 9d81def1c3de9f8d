import type { IncomingMessage } from 'node:http'

/**
 * The provider builds its addresses from request headers, which any client can set. This replaces them by PUBLIC_URL, and sets the Secure
 * flag of its cookies for https, whatever proxy is in front.
 */
export function setPublicAddress(request: IncomingMessage, publicUrl: string) {
  const { host, protocol } = new URL(publicUrl)
  request.headers.host = host
  request.headers['x-forwarded-host'] = host
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  delete request.headers['forwarded']
  return request
}
