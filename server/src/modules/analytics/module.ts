import { moscowDate } from '../../platform/clock.ts'
import { defineModule } from '../../module.ts'
import type { Services } from '../../services.ts'
import { addDays } from '../pricing/index.ts'
import { dropSearches, searchLogModule } from './search-log/index.ts'

/** Searches are kept by whole months, so that a year can be compared with the one before. */
const SEARCHES_KEPT_DAYS = 400

export const module = defineModule<Services>({
  routes: (app, database) => {
    searchLogModule(app, database)
  },
  hourly: ({ forTenant: as }, { clock }) => [
    dropSearches(as('any'), addDays(moscowDate(clock.now()), -SEARCHES_KEPT_DAYS)),
  ],
})
