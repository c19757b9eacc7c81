import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { DB } from '../../../platform/db/index.ts'
import type { basicOf, Hasher } from './credentials.ts'
import * as queries from './sessions.queries.ts'

/** Wrong passwords in a row after which a login is locked. */
const FAILED_LOGINS_LIMIT = 5
const LOCK_MS = 15 * 60_000
/** Pause of 1C after which a session is over: long exchanges stand still for minutes. */
const SESSION_MS = 3 * 3_600_000
/** Accuracy of the time at which a session or a node was seen last: a piece of a file costs no write of its own. */
const SEEN_MS = 10_000

/** Refusal in words that 1C shows to its administrator. */
export class ExchangeRefused extends Error {}

export interface SessionDeps {
  db: Kysely<DB>
  clock: Clock
  hasher: Hasher
}

/** @throws ExchangeRefused for a wrong or locked login, or a paused node */
export async function signInNode(
  { db, clock, hasher }: SessionDeps,
  basic: ReturnType<typeof basicOf>,
): Promise<queries.Node> {
  const now = clock.now()
  if (!basic) throw new ExchangeRefused('Укажите в 1С логин и пароль обмена')
  const node = await queries.selectNodeByLogin(db, basic.login)
  if (node?.locked_until && node.locked_until > now)
    throw new ExchangeRefused('Пять неверных паролей подряд: вход закрыт на 15 минут')
  if (!node || !hasher.isHashOf(node.password_hash, basic.password)) {
    if (node) await queries.noteFailedLogin(db, node.id, FAILED_LOGINS_LIMIT, new Date(now.getTime() + LOCK_MS))
    throw new ExchangeRefused('Неверный логин или пароль обмена')
  }
  if (node.is_paused) throw new ExchangeRefused('Обмен приостановлен на портале: «Настройки», «Обмен с 1С»')
  await queries.noteLogin(db, node.id, new Date(now.getTime() - SEEN_MS), now)
  return node
}

/** Opens a session of the node and returns its token. */
export async function openSession(
  { db, clock, hasher }: SessionDeps,
  nodeId: number,
  kind: queries.SessionKind,
): Promise<string> {
  const token = randomBytes(24).toString('hex')
  await queries.insertExchangeSession(db, { nodeId, kind, tokenHash: hasher.hash(token) }, clock.now())
  return token
}

/**
 * Finds the session of a request by its cookie, or by the password that some versions of 1C send every time.
 * @throws ExchangeRefused without a session, or with one of another node or kind
 */
export async function requireSession(
  deps: SessionDeps,
  { token, basic, kind }: { token: string; basic: ReturnType<typeof basicOf>; kind: queries.SessionKind },
): Promise<{ session: queries.Session; node: queries.Node }> {
  const { db, clock, hasher } = deps
  const now = clock.now()
  const since = new Date(now.getTime() - SESSION_MS)
  const named = basic ? await signInNode(deps, basic) : null
  const found =
    token === '' && named
      ? await queries.selectLastSession(db, named.id, kind, since)
      : await queries.selectSessionByToken(db, hasher.hash(token), since)
  if (found?.kind !== kind || (named && found.node_id !== named.id))
    throw new ExchangeRefused('Сеанс обмена не начат или истёк: начните обмен заново')
  if (found.seen_at.getTime() < now.getTime() - SEEN_MS) await queries.touchExchangeSession(db, found.id, now)
  const session = { id: found.id, node_id: found.node_id, kind }
  const node = named ?? (await queries.selectNode(db, session.node_id))
  if (!node) throw new ExchangeRefused('База 1С на портале удалена')
  if (node.is_paused) throw new ExchangeRefused('Обмен приостановлен на портале: «Настройки», «Обмен с 1С»')
  return { session, node }
}
