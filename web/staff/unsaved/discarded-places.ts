import type { Draft } from '#contract/own-account.ts'

/** The form that a draft is of. */
export type Place = Pick<Draft, 'screen' | 'form'>

const key = 'formward.discarded'

const write = (places: Place[]) =>
  places.length > 0 ? sessionStorage.setItem(key, JSON.stringify(places)) : sessionStorage.removeItem(key)

/** The forms whose drafts the user has discarded in this tab, and of which the server has not confirmed it. They name a screen, and no entry. */
export const discardedPlaces = {
  all: () => JSON.parse(sessionStorage.getItem(key) ?? '[]') as Place[], // written below
  add(place: Place) {
    this.remove(place)
    write([...this.all(), place])
  },
  remove: ({ screen, form }: Place) => write(discardedPlaces.all().filter((one) => one.screen !== screen || one.form !== form)),
}
