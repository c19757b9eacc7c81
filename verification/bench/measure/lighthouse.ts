import lighthouse, { type Flags, type RunnerResult } from 'lighthouse'
import desktop from 'lighthouse/core/config/desktop-config.js'

/** Profiles: a desktop, and Lighthouse's phone with slow 4G and a processor four times slower. */
export const PROFILES = ['desktop', 'phone'] as const
export type Profile = (typeof PROFILES)[number]

export interface Scores {
  performance: number
  accessibility: number
  best_practices: number
  seo: number
  /** Largest contentful paint, ms. */
  lcp: number
  /** Total blocking time, ms. */
  tbt: number
  /** Cumulative layout shift. */
  cls: number
  /** Problems found by any run: failed audits and layout shifts. */
  faults: string[]
}

/** The event stream never ends, so a page with it is never idle; everything else is loaded long before. */
const QUIET_WITHIN_MS = 12_000
const MOVES_NOTHING = 0.02

/**
 * Lists failed checks of accessibility and best practices, and the snippets of elements that shifted more than a page
 * may.
 */
function faultsOf({ audits, categories }: RunnerResult['lhr']): string[] {
  const checks = ['accessibility', 'best-practices'].flatMap((name) => categories[name]?.auditRefs ?? [])
  const failed = checks.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
  const { numericValue: shift = 0 } = audits['cumulative-layout-shift'] ?? {}
  const moved = shift < MOVES_NOTHING ? [] : [`moved: ${JSON.stringify(audits['layout-shifts']?.details)}`]
  return [...failed.map(({ id }) => `${id}: ${JSON.stringify(audits[id]?.details)}`), ...moved]
}

const percent = (score: number | null | undefined) => Math.round((score ?? 0) * 100)

/** Returns the median run by performance, and the worst run for absolute criteria. */
export async function score(url: string, profile: Profile, runs: number, port: number): Promise<Scores> {
  const all: Scores[] = []
  const flags: Flags = { port, disableStorageReset: true, maxWaitForLoad: QUIET_WITHIN_MS, logLevel: 'silent' }
  for (let left = runs; left > 0; left -= 1) {
    const result = await lighthouse(url, flags, profile === 'desktop' ? desktop : undefined)
    if (!result) throw new Error(`no run of ${url}`)
    const { audits, categories } = result.lhr
    const value = (audit: string) => audits[audit]?.numericValue ?? 0
    all.push({
      performance: percent(categories['performance']?.score),
      accessibility: percent(categories['accessibility']?.score),
      best_practices: percent(categories['best-practices']?.score),
      seo: percent(categories['seo']?.score),
      lcp: Math.round(value('largest-contentful-paint')),
      tbt: Math.round(value('total-blocking-time')),
      cls: Math.round(value('cumulative-layout-shift') * 1000) / 1000,
      faults: faultsOf(result.lhr),
    })
  }
  const median = all.toSorted((a, b) => a.performance - b.performance)[runs >> 1]
  if (!median) throw new Error(`no run of ${url}`)
  const worst = (name: Exclude<keyof Scores, 'faults'>) => Math.min(...all.map((one) => one[name]))
  return {
    ...median,
    accessibility: worst('accessibility'),
    best_practices: worst('best_practices'),
    seo: worst('seo'),
    cls: Math.max(...all.map((one) => one.cls)),
    faults: [...new Set(all.flatMap((one) => one.faults))],
  }
}
