import type { NotificationMethod } from '#domain/notification.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/platform/context.ts'

/** A message ready to send. */
export type OutgoingMessage = {
  /** The same id for every try, so that a provider recognises a message that was sent again after a crash. */
  id: string
  method: NotificationMethod
  /** A phone number (E.164), an email address or an NHS number, as the method needs. */
  recipient: string
  /** Empty for methods that have none. */
  subject: string
  body: string
  /** The organisation's name, which the patient knows; undefined for an email to staff. */
  fromName?: string
  /** The notification that the message belongs to; undefined for an email to staff. */
  notificationId?: string
}

export type SendResult =
  | { status: 'sent' }
  /** `reason`: text for staff, without addresses. `isFinal`: a retry would not help. */
  | { status: 'failed'; reason: string; isFinal: boolean; cause: unknown }

type Sender = {
  /** Sends a message outside any transaction. Never throws because of the provider's response. */
  send: (config: Config, message: OutgoingMessage) => Promise<SendResult>
  /** The time until which the provider is paused because it did not respond. Undefined if messages may be sent. */
  pausedUntil?: (config: Config) => Date | undefined
}
type Keeper = {
  /** Stores a message instead of sending it, in the caller's transaction. */
  keep: (ctx: Context, message: OutgoingMessage) => Promise<void>
}

/** A provider of messages. To add one, write a file that implements this and add a line to channels.ts. */
export type Channel = {
  name: string
  /** The methods that this configuration can send by. Empty if the provider is not set up. */
  methods: (config: Config) => readonly NotificationMethod[]
} & (Sender | Keeper)
