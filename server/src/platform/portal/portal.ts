import type { HexColor } from '@artikul/contract/platform/brand-colors'
import { BrandColor, PortalPage } from '@artikul/contract/platform/portal-settings'
import { cached } from '../cached.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/index.ts'
import { withTimeout } from '../with-timeout.ts'
import { selectPortal } from './portal-settings.queries.ts'

/** Maximum wait for the settings: pages are served without the database too. */
const PATIENCE_MS = 1000

/** Name, colour and hidden pages in force. */
export interface Portal {
  name: string
  /** Null for the colour of the design. */
  color: HexColor | null
  hiddenPages: readonly PortalPage[]
  /** Hash of the logo in the header; null for the mark. */
  logo: string | null
  /** 0 before the first saving. */
  version: number
}

/** Reads the portal in force; it never fails. */
export type ReadPortal = (() => Promise<Portal>) & { invalidate: () => void }

/** The portal before anything is set on screen. */
export const portalOfEnvironment = ({ PRODUCT_NAME: name }: Pick<Config, 'PRODUCT_NAME'>): Portal => ({
  name,
  color: null,
  hiddenPages: [],
  logo: null,
  version: 0,
})

/**
 * Creates the only reader of the portal's name and look: as set on screen, otherwise as in the environment. While the
 * database does not answer, it returns what was read last. It uses the pool of shared loads, because emails are queued
 * within transactions.
 *
 * @param ttlMs time after which the other servers see what was saved on one
 */
export function createPortal(
  config: Pick<Config, 'PRODUCT_NAME'>,
  { sharedDb, ttlMs }: { sharedDb: Db; ttlMs: number },
): ReadPortal {
  const preset = portalOfEnvironment(config)
  let last = preset
  const load = cached(ttlMs, async () => {
    const { name, color = null, hidden_pages: hidden = [], version = 0, logo } = await selectPortal(sharedDb)
    last = {
      name: name ?? preset.name,
      color: BrandColor.nullable().parse(color),
      hiddenPages: PortalPage.options.filter((page) => hidden.includes(page)),
      logo,
      version,
    }
    return last
  })
  const read = () =>
    withTimeout(load(), PATIENCE_MS, () => new Error('the settings of the portal are late')).catch(() => last)
  return Object.assign(read, { invalidate: load.invalidate })
}
