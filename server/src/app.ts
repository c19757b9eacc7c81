import { API } from '@artikul/contract/api'
import type { FastifyInstance } from 'fastify'
import { auditModule } from './platform/audit/index.ts'
import { createJobRunner, type Job } from './platform/jobs.ts'
import { createLive, notificationsModule } from './platform/events/index.ts'
import { healthRoutes } from './platform/health.ts'
import { createHttp } from './platform/http/index.ts'
import { openApiRoute } from './platform/http/openapi.routes.ts'
import { emailsModule, mailScreenAccess, mailServerModule } from './platform/mail/index.ts'
import { createMetrics } from './platform/metrics/index.ts'
import { portalSettingsModule } from './platform/portal/index.ts'
import { PLATFORM_RETENTION, purgeExpired } from './platform/retention.ts'
import type { Module } from './module.ts'
import { serveWeb } from './platform/web.ts'
import { MODULES } from './modules.ts'
import { createHeads } from './modules/site/index.ts'
import { type AppDeps, createAccess, createServices, type Services } from './services.ts'

export type { AppDeps } from './services.ts'

const HOUR_MS = 3_600_000

/** Creates the whole server, in the same way for production, tests and benchmarks. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, log, database, replicas, webRoot } = deps
  const modules = await Promise.all(Object.values(MODULES).map(async ({ load }) => (await load()).module))
  const access = createAccess(deps)
  const metrics = createMetrics(config, database, replicas)
  const { sessions, apiKeys, readPortal } = access
  const admission = { authenticate: sessions.authenticate, admitKey: apiKeys.admit, readPortal }
  const app = await createHttp(config, log, admission, metrics)
  app.addHook('onClose', () => apiKeys.stop())
  const services = createServices(app, deps, {
    access,
    metrics,
    personalData: modules.flatMap((module) => module.personalData ?? []),
    goodsReferences: modules.flatMap((module) => module.goods ?? []),
  })
  platformRoutes(app, deps, services)
  for (const { routes } of modules) routes(app, database, services)
  const jobs = modules.flatMap((module) => module.jobs?.(database, services) ?? [])
  runJobs(app, deps, [...jobs, services.mailer.job, upkeepJob(modules, deps, services)])
  await serveWeb(app, { root: webRoot, config, readPortal, headOf: createHeads(database.db, services) })
  return app
}

/** Registers the platform's own routes. Streams end before the server waits for its remaining answers. */
function platformRoutes(
  app: FastifyInstance,
  { config, clock, log, database, secret }: AppDeps,
  { sessions, mailer, readPortal }: Services,
) {
  healthRoutes(app, database)
  auditModule(app, database)
  const showsSecrets = async () => !config.isProduction && !(await mailer.hasServer())
  emailsModule(app, database, { clock, showsSecrets })
  mailServerModule(app, database, { clock, config, screen: mailScreenAccess(config, secret), readPortal })
  portalSettingsModule(app, database, { clock, config, readPortal })
  openApiRoute(app, API, readPortal)
  const live = createLive({
    clock,
    log,
    readActors: sessions.readActors,
    db: database.forTenant('any'),
    listen: database.listen,
  })
  notificationsModule(app, database, { clock, live })
  app.addHook('preClose', async () => live.endStreams())
  app.addHook('onListen', async () => live.start())
  app.addHook('onClose', () => live.stop())
}

/** Runs the jobs while the server listens, not in tests that inject requests. */
function runJobs(app: FastifyInstance, { database, log }: AppDeps, jobs: readonly Job[]) {
  const runner = createJobRunner(database, jobs, log)
  app.decorate('jobs', runner)
  app.addHook('onListen', async () => runner.start())
  app.addHook('onClose', () => runner.stop())
}

/** Creates the hourly job that purges expired data and runs due tasks. */
function upkeepJob(modules: readonly Module<Services>[], { database, clock }: AppDeps, services: Services): Job {
  const retention = [...PLATFORM_RETENTION, ...modules.flatMap((module) => module.retention ?? [])]
  return {
    name: 'upkeep',
    everyMs: HOUR_MS,
    work: (stopping) =>
      Promise.all([
        purgeExpired(database.forTenant('any'), retention, clock.now(), stopping),
        ...modules.flatMap(({ hourly }) => hourly?.(database, services) ?? []),
      ]),
  }
}
