import pg from 'pg'

// Its types hide what every emitter has.
const prototype = pg.Client.prototype as { emit: (this: pg.Client, event: string, ...of: unknown[]) => boolean }
const { emit } = prototype

/**
 * A connection that breaks while nobody listens to its client would end the whole process: in the pool between two hands, where a refused
 * connection is cut as well, or in the queue between two tries to listen again. Nothing is hidden: whatever was asked of it fails by itself.
 */
prototype.emit = function (this: pg.Client, event: string, ...of: unknown[]) {
  return event === 'error' && this.listenerCount('error') === 0 ? false : emit.call(this, event, ...of)
}
