import lighthouse, { type Flags } from 'lighthouse'
import desktop from 'lighthouse/core/config/desktop-config.js'

/** A desk as it is, and Lighthouse's phone: slow 4G and a processor four times slower. */
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
}

const percent = (score: number | null | undefined) => Math.round((score ?? 0) * 100)

/** Median of the runs by performance; of what must be whole, the worst run. */
export async function score(url: string, profile: Profile, runs: number, port: number): Promise<Scores> {
  const all: Scores[] = []
  const flags: Flags = { port, disableStorageReset: true, logLevel: 'silent' }
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
    })
  }
  const median = all.toSorted((a, b) => a.performance - b.performance)[runs >> 1]
  if (!median) throw new Error(`no run of ${url}`)
  const worst = (name: keyof Scores) => Math.min(...all.map((one) => one[name]))
  return {
    ...median,
    accessibility: worst('accessibility'),
    best_practices: worst('best_practices'),
    seo: worst('seo'),
    cls: Math.max(...all.map((one) => one.cls)),
  }
}
