import { defineModule } from '../../module.ts'
import type { Services } from '../../services.ts'
import { backgroundWorkModule } from './background-jobs/background-jobs.routes.ts'
import { findModule } from './global-search/global-search.routes.ts'
import { homeModule } from './home/home.routes.ts'
import { deletePlannedEmails } from './notification-digests/digests.queries.ts'
import { sendNotifications } from './notification-digests/digests.ts'
import { environmentModule } from './environment/environment.routes.ts'
import { setupModule } from './setup/index.ts'
import {
  createDeviceServices,
  deleteDevicesOf,
  deviceJobs,
  notificationDevicesModule,
} from './notification-devices/index.ts'
import { personalDataModule } from './personal-data/personal-data.routes.ts'
import { deleteTakesOf } from './work-queue/assignments.queries.ts'
import { workQueueModule } from './work-queue/work-queue.routes.ts'

const DIGESTS_EVERY_MS = 60_000

export const module = defineModule<Services>({
  routes: (app, database, services) => {
    homeModule(app, database, services)
    workQueueModule(app, database, services)
    findModule(app, database, services)
    personalDataModule(app, database, services)
    backgroundWorkModule(app, database, services)
    setupModule(app, database, services)
    environmentModule(app, database, services)
    notificationDevicesModule(app, database, createDeviceServices(services))
  },
  jobs: (database, services) => [
    {
      name: 'digests',
      everyMs: DIGESTS_EVERY_MS,
      work: (stopping) => sendNotifications(database.forTenant('any'), services, stopping),
    },
    ...deviceJobs(database, createDeviceServices(services)),
  ],
  retention: [
    { table: 'assignments', since: 'taken_at', days: 3 },
    { table: 'device_messages', since: 'created_at', days: 1 },
    { table: 'messenger_links', since: 'expires_at', days: 1 },
  ],
  personalData: { ofPerson: [deletePlannedEmails, deleteDevicesOf, deleteTakesOf] },
})
