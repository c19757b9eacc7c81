import { defineModule } from '../../module.ts'
import type { Services } from '../../services.ts'
import { purgeExpiredCovers, newsModule } from './news/index.ts'
import { publicPagesModule } from './pages/index.ts'

export const module = defineModule<Services>({
  routes: (app, database, services) => {
    newsModule(app, database, services)
    publicPagesModule(app, database.db, services)
  },
  hourly: ({ db }, { clock }) => [purgeExpiredCovers(db, clock.now())],
})
