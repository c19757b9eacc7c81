import { notificationDeviceRoutes as routes } from '@artikul/contract/workspace/notification-devices'
import Bowser from 'bowser'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import { serve } from '../../../platform/http/index.ts'
import type { Database } from '../../../platform/db/index.ts'
import { enqueueJob } from '../../../platform/jobs.ts'
import type { DeviceServices } from './device-services.ts'
import { deleteDevice, selectDevices, writeDevice } from './devices.queries.ts'
import { writeTrial } from './messages.queries.ts'
import { createMessengerLink } from './messenger.ts'
import { isPushAddress } from './web-push.ts'

function browserName(userAgent = ''): string {
  const { browser, os } = Bowser.parse(userAgent || ' ')
  return [browser.name, os.name].filter(Boolean).join(', ') || 'Браузер'
}

/** Tables of devices are closed to clients: every statement names the person. */
export function notificationDevicesModule(app: FastifyInstance, database: Database, services: DeviceServices) {
  const { clock, webPushKey, maxBot, config } = services
  const db = database.forTenant('any')
  serve(app, database, routes.list, async ({ actor }) => {
    const rows = await selectDevices(db, actor.userId)
    const own = actor.userId === actor.subjectId ? rows : []
    return {
      web_push_key: webPushKey,
      offers_max: maxBot !== null,
      results: own.map(({ address, created_at: at, channel, ...row }) => ({
        ...row,
        channel: channel as 'web_push' | 'max', // a constraint allows nothing else
        endpoint: channel === 'web_push' ? address : null,
        created_at: at.toISOString(),
      })),
    }
  })
  serve(app, database, routes.add, async ({ actor, body, request }) => {
    if (webPushKey === null) throw new AppError('not_found')
    if (!isPushAddress(body.endpoint, config.PRIVATE_URLS === 'on'))
      throw new AppError('input.invalid', { errors: [{ path: 'endpoint', message: 'Адрес браузера не принят' }] })
    const device = {
      user_id: actor.userId,
      channel: 'web_push',
      address: body.endpoint,
      ...body.keys,
      name: browserName(request.headers['user-agent']),
      created_at: clock.now(),
    }
    return { id: await db.transaction().execute((tx) => writeDevice(tx, device)) }
  })
  serve(app, database, routes.linkMax, async ({ actor }) => {
    if (!maxBot) throw new AppError('not_found')
    return createMessengerLink(db, maxBot, actor.userId, clock.now())
  })
  serve(app, database, routes.check, async ({ actor, params }) => {
    const devices = await selectDevices(db, actor.userId)
    if (!devices.some(({ id }) => id === params.id)) throw new AppError('not_found')
    await db.transaction().execute(async (tx) => {
      await writeTrial(tx, params.id, clock.now())
      await enqueueJob(tx, 'device_messages')
    })
    return {}
  })
  serve(app, database, routes.remove, async ({ actor, params }) => {
    if (!(await deleteDevice(db, params.id, actor.userId))) throw new AppError('not_found')
    return {}
  })
}
