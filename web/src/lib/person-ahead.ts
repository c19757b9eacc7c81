import type { CurrentUser } from '@artikul/contract/users'
import { fetchUser, storedToken } from './session-calls.ts'

/** The person, asked for while his token is verified; he counts once it is, and while the token is still that one. */
export class PersonAhead {
  #asked: { token: string | null; user: Promise<CurrentUser> } | null = null

  ask() {
    const user = fetchUser({ isAhead: true })
    user.catch(() => undefined)
    this.#asked = { token: storedToken(), user }
  }

  forget() {
    this.#asked = null
  }

  /** Asked for anew if that has failed, or if another tab has signed in somebody else meanwhile. */
  take(): Promise<CurrentUser> {
    const asked = this.#asked?.token === storedToken() ? this.#asked.user : null
    return asked?.catch(() => fetchUser()) ?? fetchUser()
  }
}
