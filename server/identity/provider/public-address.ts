import type { IncomingMessage } from 'node:http'

/**
 * The provider makes its addresses from the request's own headers, which anyone may write. It gets ours instead, and with
 * an https address the Secure flag on its cookies too, whatever stands in front of this process.
 */
export function setPublicAddress(request: IncomingMessage, publicUrl: string) {
  const { host, protocol } = new URL(publicUrl)
  request.headers.host = host
  request.headers['x-forwarded-host'] = host
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  delete request.headers['forwarded']
  return request
}
