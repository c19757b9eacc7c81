import type { SubstitutePeriod } from '@artikul/contract/companies/substitutes'
import { shortDay } from '../text/format.ts'

/** «всегда», «с 10.11», «по 20.11», «с 10.11 по 20.11». */
export function substituteText({ substitute_from: from, substitute_to: to }: SubstitutePeriod, today?: string): string {
  const days = [from && `с ${shortDay(from, today)}`, to && `по ${shortDay(to, today)}`].filter(Boolean)
  return days.length > 0 ? days.join(' ') : 'всегда'
}
