import type { z } from 'zod'

import type { AuditEventType } from '#domain/audit-events.ts'
import type { Permission } from '#domain/roles.ts'

/** The three services of the API, each under its own base address (specification section 7), and FHIR for other systems (INT-5). */
export type Service = 'tenants' | 'forms' | 'patients' | 'fhir'
export const serviceAddress: Record<Service, string> = {
  tenants: '/api/tenants',
  forms: '/api/forms',
  patients: '/api/patients',
  fhir: '/api/fhir/R4',
}

export type FreshProof = 'always' | { body: Readonly<Record<string, 'any value' | readonly unknown[]>> }

/** Whether a call with this body needs a fresh proof of identity. */
export function asksForProof({ freshProof }: Pick<Route, 'freshProof'>, body: unknown) {
  if (freshProof === undefined || freshProof === 'always') return freshProof === 'always'
  const sent = (body ?? {}) as Record<string, unknown> // only names and values are compared here
  return Object.entries(freshProof.body).some(
    ([name, values]) => sent[name] !== undefined && (values === 'any value' || values.includes(sent[name])),
  )
}

/** Whether a call may carry an Idempotency-Key: every POST that answers JSON, with few exceptions (INT-2). */
export const takesIdempotencyKey = ({ method, response, takesNoKey }: Pick<Route, 'method' | 'response' | 'takesNoKey'>) =>
  method === 'POST' && typeof response !== 'string' && takesNoKey === undefined

/** One endpoint, which the server must implement and the web may call. */
export type Route = {
  service: Service
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  /** `resourceGroup:action`, sent with every call; selects the message of a refusal (specification section 8). */
  action: `${string}:${string}`
  /**
   * One of these permissions is enough. 'signed in': every member. 'signed address': no token, but an expiring signature in the address.
   */
  permission: readonly Permission[] | 'signed in' | 'signed address'
  /** The audit event of a call; 'verb' when the function that handles it writes the event. */
  audit: AuditEventType | 'verb'
  /** Selects this route, of two with the same method and path, when the query has this key. */
  when?: string
  /** Integration clients with the permission may call this too; every other route is for people (INT-1). */
  isForSystems?: true
  /** Only reads, and may read on a standby that has everything which was confirmed before the call (OPS-5). */
  mayReadStandby?: true
  /**
   * Why a POST takes no Idempotency-Key (INT-2): its body or answer has a secret, which is not kept, or it acts outside of the database, so
   * a repeated call would act again.
   */
  takesNoKey?: 'has a secret' | 'acts outside'
  /** The path parameter with the organisation; only a system administrator may use another than their own. */
  organisation?: 'id'
  /**
   * Needs a proof of identity from the last five minutes: a sign-in, the password, a passkey or a code (ASVS 5 section 7.5). Always, or
   * when a field of the body has one of these values.
   */
  freshProof?: FreshProof
  params?: z.ZodType
  query?: z.ZodType
  /**
   * 'bytes': a file. 'stream': a large file that the server stores while it arrives. The file name is in content-disposition, because
   * addresses are logged.
   */
  body?: z.ZodType | FileBody
  /** The accepted media types or ranges such as `image/*`; application/octet-stream is always accepted. */
  bodyTypes?: readonly string[]
  /** The body is a form as browsers send it, not JSON. */
  bodyAs?: 'form'
  /** The maximum size of the body; required for files, 1 MB by default. */
  maxBytes?: number
  /** 'file': a download. 'events': a stream of server-sent events until either side closes it. 'fhir': a resource as FHIR JSON. */
  response: z.ZodType | 'file' | 'events' | 'fhir'
  /** The media types of the response file. Of a FHIR answer, if it is no resource. */
  fileTypes?: readonly string[]
  /** Answers 202 in place of 200 while what was asked for is not done. */
  mayBeAccepted?: true
  /** The data of each event, for a stream of events. */
  event?: z.ZodType
}

export type FileResponse = {
  fileName: string
  type: string
  body: AsyncIterable<Uint8Array> | Uint8Array
  /** The content of this address never changes, so the browser may cache it for ever. */
  isImmutable?: boolean
}

export type FhirResponse = {
  resource: object
  /** 202: what was asked for is not ready; 500: it failed. Otherwise 200. */
  status?: 202 | 500
  headers?: Record<string, string>
  /** The body is JSON of another kind than a resource. */
  isJson?: true
  /** When the resource changed last. A single resource has it, and an ETag. */
  lastModified?: string
}

/** How a route receives a file. */
export type FileBody = 'bytes' | 'stream'

type Part = 'params' | 'query' | 'body'
type PartOf<T, IO extends 'in' | 'out'> = T extends 'bytes'
  ? Uint8Array
  : T extends 'stream'
    ? AsyncIterable<Uint8Array>
    : T extends z.ZodType
      ? IO extends 'in'
        ? z.input<T>
        : z.output<T>
      : never
type Parts<R, IO extends 'in' | 'out'> = { [K in Part as K extends keyof R ? K : never]: K extends keyof R ? PartOf<R[K], IO> : never }

/** What the caller sends. */
export type RouteRequest<R extends Route> = Parts<R, 'in'>
/** What the handler receives, parsed. */
export type Input<R extends Route> = Parts<R, 'out'> & (R extends { body: FileBody } ? { fileName: string } : unknown)
/** What the handler returns. */
export type HandlerResult<R extends Route> = R['response'] extends z.ZodType
  ? z.input<R['response']>
  : R['response'] extends 'events'
    ? /** Called when the transaction has been committed: what is never sent is never begun. */ () => AsyncIterable<string>
    : R['response'] extends 'fhir'
      ? FhirResponse
      : FileResponse
/** What comes back over the wire. */
export type RouteResponse<R extends Route> = R['response'] extends z.ZodType ? z.output<R['response']> : { fileName: string; body: unknown }

export const routes = <const R extends Record<string, Route>>(table: R) => table

/** Media types of uploaded and downloaded files (https://www.iana.org/assignments/media-types). */
export const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const csv = 'text/csv'
export const xliff = 'application/xliff+xml'
export const pdf = 'application/pdf'
export const fhirJson = 'application/fhir+json'
export const ndjson = 'application/fhir+ndjson'
export const json = 'application/json'
export const pictures = ['image/png', 'image/jpeg', 'image/webp'] as const
