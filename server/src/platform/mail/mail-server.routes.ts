import {
  mailServerRoutes as routes,
  type MailServer,
  type MailServerFields,
} from '@artikul/contract/platform/mail-server'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { changesBetween, recordEvent, type AuditedField } from '../audit/index.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { DB } from '../db/index.ts'
import { encrypt } from '../encryption.ts'
import { AppError } from '../errors.ts'
import { serve, type Author, type Handles } from '../http/index.ts'
import { enqueueJob } from '../jobs.ts'
import type { ReadPortal } from '../portal/index.ts'
import { selectStaffAddress } from './addresses.queries.ts'
import { emailHtml, paragraphsHtml } from './email-layout.ts'
import { saveMailServer, selectMailServer, type MailServerRow } from './mail-server.queries.ts'
import { connectTo, type ScreenAccess } from './mail-server.ts'

export interface MailServerDeps {
  clock: Clock
  config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_ORIGIN' | 'PORT'>
  screen: ScreenAccess
  readPortal: ReadPortal
}

const NOT_SET: MailServer = {
  origin: 'none',
  host: '',
  port: 465,
  is_tls: true,
  login: '',
  has_password: false,
  sender: '',
  version: 0,
  changed_at: null,
  changed_by: null,
}

/** Presents the server of the environment without its credentials. */
const presentEnvironment = (url: string, sender: string): MailServer => {
  const { hostname, port, protocol } = new URL(url)
  const isTls = protocol === 'smtps:'
  return {
    ...NOT_SET,
    origin: 'environment',
    host: hostname,
    port: Number(port) || (isTls ? 465 : 587),
    is_tls: isTls,
    sender,
  }
}

const present = ({ password, changed_at, ...row }: MailServerRow): MailServer => ({
  ...row,
  origin: 'screen',
  has_password: password !== null,
  changed_at: changed_at.toISOString(),
})

type Audited = Pick<MailServerRow, 'host' | 'port' | 'is_tls' | 'login' | 'sender'>
const FIELDS: readonly AuditedField<Audited>[] = [
  ['Сервер', ({ host }) => host],
  ['Порт', ({ port }) => String(port)],
  ['Защита', ({ is_tls: isTls }) => (isTls ? 'TLS' : 'STARTTLS')],
  ['Логин', ({ login }) => login],
  ['Отправитель', ({ sender }) => sender],
]

/**
 * Saves the mail server and wakes the job that sends what was kept for lack of one. A password is kept only for its own host and login, so
 * that it never reaches another server.
 */
const saveServer = (
  db: Kysely<DB>,
  { screen: { keys }, clock }: MailServerDeps,
  author: Author,
  { password, ...fields }: MailServerFields & { version: number },
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const before = (await selectMailServer(tx)) ?? null
    const keeps = before !== null && before.host === fields.host && before.login === fields.login
    const stored = password === null ? (keeps ? before.password : null) : encrypt(keys, password)
    const saved = await saveMailServer(tx, { ...fields, password: stored }, author, clock.now())
    if (saved === undefined) throw new AppError('stale')
    const changes = [
      ...changesBetween<Audited>(FIELDS, before, fields),
      ...(password === null ? [] : [{ field: 'Пароль', before: null, after: 'задан' }]),
    ]
    await recordEvent(tx, author, { event: 'mail_server.changed', object: fields.host, changes })
    await enqueueJob(tx, 'emails')
    return saved
  })

/** Translates an error of the connection into words for the person who sets the server up. */
function reasonOf(error: unknown): string {
  const { code = '', responseCode } = (error instanceof Error ? error : {}) as { code?: string; responseCode?: number }
  if (code === 'EAUTH') return 'Логин или пароль не подошли'
  if (code === 'ETIMEDOUT' || code === 'ECONNECTION' || code === 'ESOCKET')
    return 'Сервер не отвечает: проверьте имя, порт и защиту'
  return responseCode ? `Ответ сервера: ${responseCode}` : 'Сервер прервал соединение'
}

async function sendTest(db: Kysely<DB>, deps: MailServerDeps, userId: number) {
  const { config, screen } = deps
  const [row, person] = await Promise.all([selectMailServer(db), selectStaffAddress(db, userId)])
  if (!row || !person) throw new AppError('mail_server.not_set')
  const server = await connectTo(row, screen).catch(() => null)
  if (!server)
    throw new AppError('mail_server.refused', {
      detail: 'Имя сервера не найдено, ведёт во внутреннюю сеть, или пароль нужно ввести снова',
    })
  const portal = await deps.readPortal()
  const text = `Это пробное письмо портала ${portal.name}. Почта настроена: письма покупателям будут уходить.`
  const origin = config.PUBLIC_ORIGIN ?? `http://localhost:${config.PORT}`
  await server.transport
    .sendMail({
      from: server.sender,
      to: person.email,
      subject: 'Пробное письмо портала',
      text,
      html: emailHtml(paragraphsHtml(text), { portal, origin }),
    })
    .catch((error: unknown) => {
      throw new AppError('mail_server.refused', { detail: reasonOf(error) })
    })
}

export function mailServerModule(app: FastifyInstance, database: Handles, deps: MailServerDeps) {
  const { SMTP_URL: url, MAIL_FROM: sender } = deps.config
  const requireScreen = () => {
    if (url !== undefined) throw new AppError('mail_server.environment')
  }
  serve(app, database, routes.get, async ({ db }) => {
    if (url !== undefined) return presentEnvironment(url, sender)
    const row = await selectMailServer(db)
    return row ? present(row) : NOT_SET
  })
  serve(app, database, routes.save, async ({ author, body, db }) => {
    requireScreen()
    return { version: await saveServer(db, deps, author, body) }
  })
  serve(app, database, routes.test, async ({ actor, db }) => {
    requireScreen()
    await sendTest(db, deps, actor.userId)
    return {}
  })
}
