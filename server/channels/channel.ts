import type { NotificationMethod } from '#domain/notification.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/platform/context.ts'

/** A message in its final words. */
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
  /** `reason`: plain words for staff, without addresses. `isFinal`: trying again would not help. */
  | { status: 'failed'; reason: string; isFinal: boolean; cause: unknown }

type Sender = {
  /** Sends a message, outside any transaction. Never throws for what the provider answers. */
  send: (config: Config, message: OutgoingMessage) => Promise<SendResult>
  /** Until when the provider is left alone because it did not answer; undefined when messages may be sent. */
  pausedUntil?: (config: Config) => Date | undefined
}
type Keeper = {
  /** Keeps a message instead of sending it, in the caller's transaction: it reaches nobody. */
  keep: (ctx: Context, message: OutgoingMessage) => Promise<void>
}

/** One provider that carries messages. To add one: a file that implements this, and a line in channels.ts. */
export type Channel = {
  name: string
  /** The methods it carries with this configuration; none where it is not set up. */
  methods: (config: Config) => readonly NotificationMethod[]
} & (Sender | Keeper)
