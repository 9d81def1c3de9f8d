import type { z } from 'zod'

import type { AuditEventType } from '#domain/audit-events.ts'
import type { Permission } from '#domain/roles.ts'

/** The three services of the API, each under its own base address (specification section 7). */
export type Service = 'tenants' | 'forms' | 'patients'
export const serviceAddress: Record<Service, string> = { tenants: '/api/tenants', forms: '/api/forms', patients: '/api/patients' }

export type FreshProof = 'always' | { body: Readonly<Record<string, 'any value' | readonly unknown[]>> }

/** Whether a call to a route, with this body, asks for a proof. */
export function asksForProof({ freshProof }: Pick<Route, 'freshProof'>, body: unknown) {
  if (freshProof === undefined || freshProof === 'always') return freshProof === 'always'
  const sent = (body ?? {}) as Record<string, unknown> // the schema of the body says what it is; here only names and values count
  return Object.entries(freshProof.body).some(
    ([name, values]) => sent[name] !== undefined && (values === 'any value' || values.includes(sent[name])),
  )
}

/** One endpoint, described once: the server must serve it, the web may only call it. */
export type Route = {
  service: Service
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  /** `resourceGroup:action`, sent with every call; chooses the words of a refusal (specification section 8). */
  action: `${string}:${string}`
  /** Any one of these is enough. 'signed in': every member. 'signed address': no token, an expiring signature in the address instead. */
  permission: readonly Permission[] | 'signed in' | 'signed address'
  /** What the audit log says of it; 'verb' where the verb itself writes what happened. */
  audit: AuditEventType | 'verb'
  /** Two routes may share a method and a path: this one is meant when the query has this key. */
  when?: string
  /** The path parameter that names the organisation to act in; anyone but a system administrator may name only their own. */
  organisation?: 'id'
  /**
   * Asks for a proof of the last five minutes that the member is at the keyboard: a sign-in, the password, a passkey or a code (ASVS 5
   * section 7.5). Either always, or when the body gives one of these fields one of these values.
   */
  freshProof?: FreshProof
  params?: z.ZodType
  query?: z.ZodType
  /** 'bytes': the body as it came, a file. 'stream': the same for a large file, which the server keeps while it arrives. Its name travels in content-disposition, as no address may hold it. */
  body?: z.ZodType | FileBody
  /** The types of file it takes, each a media type or a range such as `image/*`; application/octet-stream, which names none, is always taken. */
  bodyTypes?: readonly string[]
  /** The most bytes its body may have; needed for a file, and 1 MB where it is not named. */
  maxBytes?: number
  /** 'file': a download. 'events': a stream of server-sent events that goes on until one of the two leaves. */
  response: z.ZodType | 'file' | 'events'
  /** The media types of a file that is answered. */
  fileTypes?: readonly string[]
  /** What the data of each event holds, where the answer is events. */
  event?: z.ZodType
}

export type FileAnswer = {
  fileName: string
  type: string
  body: AsyncIterable<Uint8Array> | Uint8Array
  /** What is at its address never changes: the browser may keep it. */
  isImmutable?: boolean
}

/** How a route takes a file. */
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
export type Request<R extends Route> = Parts<R, 'in'>
/** What the handler receives, parsed. */
export type Input<R extends Route> = Parts<R, 'out'> & (R extends { body: FileBody } ? { fileName: string } : unknown)
/** What the handler returns. */
export type Answer<R extends Route> = R['response'] extends z.ZodType
  ? z.input<R['response']>
  : R['response'] extends 'events'
    ? /** Called when the transaction has been committed: what is never sent is never begun. */ () => AsyncIterable<string>
    : FileAnswer
/** What comes back over the wire. */
export type Response<R extends Route> = R['response'] extends z.ZodType ? z.output<R['response']> : { fileName: string; body: unknown }

export const routes = <const R extends Record<string, Route>>(table: R) => table

/** The media types of the files that are sent and answered, as they are registered (https://www.iana.org/assignments/media-types). */
export const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const pdf = 'application/pdf'
export const fhirJson = 'application/fhir+json'
export const json = 'application/json'
export const pictures = ['image/png', 'image/jpeg', 'image/webp'] as const
