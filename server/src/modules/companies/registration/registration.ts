import { AgreedKind } from '@artikul/contract/companies/legal-kinds'
import { Registration } from '@artikul/contract/companies/registration'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor, Author } from '../../../platform/http/index.ts'
import {
  addClient,
  addMember,
  type Attempt,
  hashOfLink,
  hashPassword,
  isAddressUsed,
  lockAddress,
  matchesPassword,
  networkOf,
  newLinkSecret,
  recordFailure,
  requirePatience,
  requireUncommonPassword,
} from '../../identity/index.ts'
import { createApplication } from '../contractors/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import { recordConsents, requireCurrentTexts, type RecordedConsent } from '../own-company/index.ts'
import * as queries from './registration.queries.ts'

const HOUR_MS = 3_600_000
const LINK_TTL_MS = 72 * HOUR_MS
/** Limits of emails per hour: applications by strangers must not exhaust those of the address's owner. */
const MAX_EMAILS_PER_HOUR = { all: 10, fromHere: 3 }

export interface RegistrationDeps {
  clock: Clock
  mailer: Mailer
}

export interface Applicant {
  address: string
  userAgent: string
  requestId: string
}

/** Consents stored with an application until its author is known. */
const StoredConsents = z.array(z.object({ kind: AgreedKind, version: z.int(), hash: z.string() }))

const StoredRegistration = z.object({ company: Registration.shape.company, person: Registration.shape.person })

async function requireFew(db: Db, address: string, now: Date) {
  const attempts: Attempt[] = [{ kind: 'registration at address', of: networkOf(address) }]
  await requirePatience(db, attempts, now)
  await recordFailure(db, attempts, now)
}

/**
 * Stores an application until its email is confirmed. Known and unknown companies and people are processed alike, so
 * that neither the answer nor its time reveals who is a client.
 * @throws AppError `auth.too_many_attempts`, `legal.changed`, `input.invalid` for a common password
 */
export async function register(
  { clock, mailer }: RegistrationDeps,
  db: Kysely<DB>,
  { company, person, password, accepted }: Registration,
  applicant: Applicant,
): Promise<void> {
  const now = clock.now()
  await requireFew(db, applicant.address, now)
  await requireUncommonPassword('password', password, [person.email])
  const consents = await requireCurrentTexts(db, accepted, now)
  const passwordHash = await hashPassword(password)
  const token = newLinkSecret()
  await db.transaction().execute(async (tx) => {
    await queries.lockEmail(tx, person.email)
    const isKnown = await isAddressUsed(tx, person.email)
    const hourAgo = new Date(now.getTime() - HOUR_MS)
    const { email } = person
    const before = await queries.countRegistrations(tx, { email, address: applicant.address }, hourAgo)
    await queries.insertRegistration(tx, {
      token_hash: hashOfLink(token),
      email: person.email,
      password_hash: passwordHash,
      company: JSON.stringify(company),
      person: JSON.stringify(person),
      consents: JSON.stringify(consents),
      address: applicant.address,
      user_agent: applicant.userAgent.slice(0, 500),
      created_at: now,
      expires_at: new Date(now.getTime() + LINK_TTL_MS),
    })
    if (before.all >= MAX_EMAILS_PER_HOUR.all || before.from_here >= MAX_EMAILS_PER_HOUR.fromHere) return
    await mailer.queue(
      tx,
      isKnown ? knownAddressEmail(mailer, person.email) : confirmationEmail(mailer, person.email, token),
    )
  })
}

/** Emails contain no text typed by strangers, because they are sent in the name of the portal. */
const confirmationEmail = (mailer: Mailer, to: string, token: string) => ({
  to,
  subject: 'Подтвердите регистрацию',
  text: `Здравствуйте!

Вы подали заявку на регистрацию компании на портале. Подтвердите адрес почты по ссылке, она действует трое суток:
${mailer.linkTo(`/registration?confirm=${token}`)}

После этого заявку рассмотрит менеджер, мы напишем о решении. Если вы не подавали заявку, ничего не делайте.`,
  isSecret: true,
})

const knownAddressEmail = (mailer: Mailer, to: string) => ({
  to,
  subject: 'Вы уже зарегистрированы',
  text: `Здравствуйте!

На этот адрес просили зарегистрировать компанию, но учётная запись с ним уже есть. Войдите: ${mailer.linkTo('/login')}
Забыли пароль: ${mailer.linkTo('/reset-password')}

Ещё одну компанию администратор добавляет на странице «Мои компании». Если вы ничего не просили, ничего не делайте.`,
})

/**
 * Requires both the link and the password: an impostor knows only their own password, and the owner of the mailbox does
 * not know it.
 */
async function requireApplicant(db: Kysely<DB>, tokenHash: Buffer, password: string, now: Date) {
  const kept = await queries.selectRegistration(db, tokenHash, now)
  if (!kept) throw new AppError('auth.link_expired')
  const attempts: Attempt[] = [{ kind: 'own password', of: `registration ${kept.id}` }]
  if (await matchesPassword(password, kept.password_hash, () => requirePatience(db, attempts, now))) return
  await recordFailure(db, attempts, now)
  const message = 'Нужен пароль, который введён при регистрации'
  throw new AppError('auth.wrong_password', { detail: message, errors: [{ path: 'password', message }] })
}

/**
 * Creates the account, the company that waits for approval, and the log of consents.
 * @throws AppError `auth.link_expired`, `auth.wrong_password`, `auth.too_many_attempts`
 */
export async function confirmRegistration(
  deps: RegistrationDeps,
  db: Kysely<DB>,
  { token, password }: { token: string; password: string },
  applicant: Applicant,
): Promise<{ login: string; company: string }> {
  const now = deps.clock.now()
  await requireApplicant(db, hashOfLink(token), password, now)
  return db.transaction().execute(async (tx) => {
    const kept = await queries.consumeRegistration(tx, hashOfLink(token), now)
    if (!kept) throw new AppError('auth.link_expired')
    const { company, person } = StoredRegistration.parse(kept)
    await lockAddress(tx, person.email)
    if (await isAddressUsed(tx, person.email)) throw new AppError('auth.link_expired')
    const userId = await addClient(tx, { ...person, passwordHash: kept.password_hash })
    const author = { ...applicant, actorId: userId, subjectId: userId }
    const contractorId = await createApplication(tx, deps, author, company)
    await addMember(tx, userId, contractorId)
    const facts = { userId, contractorId, form: 'registration', givenAt: kept.created_at }
    await recordConsents(
      tx,
      { ...facts, address: kept.address, userAgent: kept.user_agent },
      StoredConsents.parse(kept.consents),
    )
    await deps.mailer.queue(tx, applicationReceivedEmail(deps.mailer, person.email))
    return { login: person.email, company: company.name }
  })
}

const applicationReceivedEmail = (mailer: Mailer, to: string) => ({
  to,
  subject: 'Заявка принята',
  text: `Здравствуйте!

Почта подтверждена, заявку рассматривает менеджер. Пока можно войти и смотреть каталог без цен: ${mailer.linkTo('/login')}`,
})

/**
 * Adds another company for a user who already administers one.
 * @throws AppError `auth.too_many_attempts`, `legal.changed`
 */
export async function addCompany(
  deps: RegistrationDeps,
  db: Kysely<DB>,
  { actor, author }: { actor: Actor; author: Author & { userAgent: string } },
  { company, accepted }: Pick<Registration, 'company' | 'accepted'>,
): Promise<number> {
  const now = deps.clock.now()
  await requireFew(db, author.address, now)
  return db.transaction().execute(async (tx) => {
    const consents: RecordedConsent[] = await requireCurrentTexts(tx, accepted, now)
    const contractorId = await createApplication(tx, deps, author, company)
    await addMember(tx, actor.subjectId, contractorId)
    const { address, userAgent } = author
    const facts = { userId: actor.subjectId, contractorId, form: 'one more company', givenAt: now, address, userAgent }
    await recordConsents(tx, facts, consents)
    return contractorId
  })
}
