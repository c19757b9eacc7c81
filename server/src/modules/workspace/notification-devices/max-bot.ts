import { z } from 'zod'
import type { Channel, Outcome } from './channels.ts'

const PATIENCE_MS = 10_000
/** Waiting time of one call for updates, below that of the call itself. */
const POLL_SECONDS = 20
const MAX_UPDATES = 100

export interface MaxBotOptions {
  origin: string
  token: string
  /** Name of the bot in its link. */
  name: string
  linkTo: (path: string) => string
}

const User = z.object({
  user_id: z.int(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  name: z.string().nullish(),
})
const Update = z.object({
  update_type: z.string(),
  user: User.nullish(),
  payload: z.string().nullish(),
})
export type MaxUpdate = z.output<typeof Update>
const Updates = z.object({ updates: z.array(Update), marker: z.int().nullish() })

/** Statuses of a person who has stopped the bot or is unknown. */
const ENDED = [403, 404]

function outcomeOf(status: number): Outcome {
  if (status === 200) return 'sent'
  return ENDED.includes(status) ? 'gone' : 'later'
}

export interface MaxBot extends Channel {
  /** Answers a person in the messenger. */
  say: (userId: number, text: string, stopping: AbortSignal) => Promise<Outcome>
  /** Waits for updates after the marker. */
  poll: (marker: number | null, seconds: number, stopping: AbortSignal) => Promise<z.output<typeof Updates>>
  linkOf: (token: string) => string
}

/** Creates the channel to the messenger MAX (https://dev.max.ru/docs-api). */
export function createMaxBot({ origin, token, name, linkTo }: MaxBotOptions): MaxBot {
  const call = (path: string, init: RequestInit, patienceMs: number, stopping: AbortSignal) =>
    fetch(`${origin}${path}`, {
      ...init,
      headers: { authorization: token, 'content-type': 'application/json' },
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(patienceMs), stopping]),
    })
  async function post(userId: string, body: object, stopping: AbortSignal): Promise<Outcome> {
    const path = `/messages?${new URLSearchParams({ user_id: userId }).toString()}`
    try {
      const reply = await call(path, { method: 'POST', body: JSON.stringify(body) }, PATIENCE_MS, stopping)
      await reply.body?.cancel()
      return outcomeOf(reply.status)
    } catch {
      return 'later'
    }
  }
  return {
    send: ({ address }, { text, path }, stopping) => {
      const buttons = [[{ type: 'link', text: 'Открыть', url: linkTo(path) }]]
      return post(address, { text, attachments: [{ type: 'inline_keyboard', payload: { buttons } }] }, stopping)
    },
    say: (userId, text, stopping) => post(String(userId), { text }, stopping),
    poll: async (marker, seconds, stopping) => {
      const query = new URLSearchParams({ timeout: String(seconds), limit: String(MAX_UPDATES) })
      query.set('types', 'bot_started,bot_stopped')
      if (marker !== null) query.set('marker', String(marker))
      const reply = await call(`/updates?${query.toString()}`, {}, seconds * 1000 + PATIENCE_MS, stopping)
      if (!reply.ok) throw new Error(`MAX answered ${reply.status}`)
      return Updates.parse(await reply.json())
    },
    linkOf: (secret) => `https://max.ru/${name}?start=${secret}`,
  }
}

export { POLL_SECONDS }
