import type { Database } from '../../../platform/db/index.ts'
import type { Job } from '../../../platform/jobs.ts'
import { deliverMessages } from './deliver.ts'
import type { DeviceServices } from './device-services.ts'
import { POLL_SECONDS } from './max-bot.ts'
import { followMessenger } from './messenger.ts'

const EVERY_MS = 60_000
/** With a bot, the next call for updates begins at once. */
const POLL_AGAIN_MS = 1000

export function deviceJobs(database: Database, { clock, channels, maxBot }: DeviceServices): readonly Job[] {
  const db = database.forTenant('any')
  return [
    {
      name: 'device_messages',
      everyMs: EVERY_MS,
      work: (stopping) => deliverMessages({ db, clock, channels, stopping }),
    },
    {
      name: 'messenger_updates',
      everyMs: maxBot ? POLL_AGAIN_MS : EVERY_MS,
      work: async (stopping) => maxBot && followMessenger({ db, clock, bot: maxBot, stopping }, POLL_SECONDS),
    },
  ]
}
