import { defineModule } from '../../module.ts'
import type { Services } from '../../services.ts'
import { newsModule } from './news/index.ts'
import { publicPagesModule } from './pages/index.ts'

export const module = defineModule<Services>({
  routes: (app, database, services) => {
    newsModule(app, database, services)
    publicPagesModule(app, database.db, services)
  },
  retention: [
    {
      ...{ table: 'news_covers', since: 'created_at', days: 1 },
      where: 'not exists (select from news where news.cover_id = news_covers.id)',
    },
  ],
})
