import { moscowDate } from '../../platform/clock.ts'
import { defineModule } from '../../module.ts'
import type { Services } from '../../services.ts'
import { addDays } from '../pricing/index.ts'
import { analyticsModule, computeFigures } from './sales/index.ts'
import { sendWeeklyLetter } from './weekly-letter/weekly-letter.ts'
import { dropSearches, searchLogModule } from './search-log/index.ts'

/** Searches are kept by whole months, so that a year can be compared with the one before. */
const SEARCHES_KEPT_DAYS = 400
const FIGURES_EVERY_MS = 3_600_000

export const module = defineModule<Services>({
  routes: (app, database, services) => {
    searchLogModule(app, database)
    analyticsModule(app, database, services)
  },
  jobs: ({ forTenant: as }, services) => [
    {
      name: 'sales_figures',
      everyMs: FIGURES_EVERY_MS,
      work: async (stopping) => {
        await computeFigures(as('any'), services.clock, stopping)
        await sendWeeklyLetter(as('any'), services)
      },
    },
  ],
  hourly: ({ forTenant: as }, { clock }) => [
    dropSearches(as('any'), addDays(moscowDate(clock.now()), -SEARCHES_KEPT_DAYS)),
  ],
})
