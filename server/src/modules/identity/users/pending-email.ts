import type { Db } from '../../../platform/db/index.ts'
import { createLink } from '../auth/index.ts'
import { requireEmailAllowance, type AccountEmailDeps } from './accounts/account-emails.ts'
import type { AccountDetails } from './accounts/accounts.queries.ts'
import { selectByAddress } from './accounts/write-accounts.queries.ts'

/**
 * Emails a confirmation link for a new address of the account, at the request of its owner or admin. A taken address
 * gets an email without a link, and the caller gets the same answer.
 * @throws AppError `auth.too_many_attempts`
 */
export async function sendEmailLink(deps: AccountEmailDeps, tx: Db, account: AccountDetails, email: string) {
  const { clock, mailer } = deps
  await requireEmailAllowance(tx, deps, account.id, 'email')
  // Created for a taken address too: the count of links must not reveal the difference.
  const token = await createLink(tx, { purpose: 'email', userId: account.id, email }, clock.now())
  const known = await selectByAddress(tx, email)
  if (known && known.id !== account.id)
    return mailer.queue(tx, {
      to: known.email,
      subject: 'Кто-то указал вашу почту',
      text: `Здравствуйте!

Кто-то указал на портале вашу почту как новую для другой учётной записи. Ваша учётная запись не изменилась, делать ничего не нужно.`,
    })
  return mailer.queue(tx, {
    to: email,
    subject: 'Подтвердите почту',
    text: `Здравствуйте!

Чтобы эта почта стала почтой вашей учётной записи, войдите на портал и откройте ссылку. Она действует сутки:
${mailer.linkTo(`/profile?email_token=${token}`)}

Если вы этого не просили, ничего не делайте.`,
    isSecret: true,
  })
}
