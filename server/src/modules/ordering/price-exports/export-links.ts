import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import { AppError } from '../../../platform/errors.ts'

const SECONDS = 60

/** File of a company that a link opens. */
interface LinkedFile {
  contractorId: number
  id: number
}

/**
 * Tickets for links that authorise one permitted call: a browser saves a large file by itself through such a link,
 * which opens only this file and expires after a minute.
 */
export interface Tickets {
  issue: (file: LinkedFile) => string
  /** @throws AppError `auth.link_expired` */
  read: (ticket: string) => LinkedFile
}

export function createTickets(secret: string, clock: Clock): Tickets {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'price file link', 32))
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  return {
    issue: ({ contractorId, id }) => {
      const text = `${contractorId}.${id}.${Math.floor(clock.now().getTime() / 1000) + SECONDS}`
      return `${text}.${sign(text)}`
    },
    read: (ticket) => {
      const [contractorId, id, until, signature = ''] = ticket.split('.')
      const expected = sign(`${contractorId}.${id}.${until}`)
      const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
      if (!isOurs || Number(until) * 1000 < clock.now().getTime()) throw new AppError('auth.link_expired')
      return { contractorId: Number(contractorId), id: Number(id) }
    },
  }
}
