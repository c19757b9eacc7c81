import { defineModule } from '../../platform/module.ts'
import type { Services } from '../../services.ts'
import { forgetOldLetters, mailboxesModule } from './mailboxes/index.ts'
import { forgetOldAnswers, onlineSuppliersModule } from './online-suppliers/index.ts'
import { forgetOldPriceLists, priceListsModule } from './price-lists/index.ts'

export const module = defineModule<Services>({
  routes: (app, database, services) => {
    onlineSuppliersModule(app, database, services.online)
    priceListsModule(app, database, services)
    mailboxesModule(app, database, services)
  },
  hourly: ({ db }, { clock, config }) => [
    forgetOldPriceLists(db, config.dataDir, clock.now()),
    forgetOldLetters(db, clock.now()),
    forgetOldAnswers(db, clock.now()),
  ],
})
