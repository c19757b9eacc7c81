import type { Db } from '../../../platform/db/index.ts'
import { createLink } from '../auth/index.ts'
import { requireFewLetters, type LetterDeps } from './accounts/accounts.letters.ts'
import type { AccountDetails } from './accounts/accounts.queries.ts'
import { selectByAddress } from './accounts/accounts.write.queries.ts'

/**
 * Asks by letter whether the address becomes the account's e-mail, on its owner's own wish or his admin's. A taken one
 * gets a letter without a link, and whoever asked the same answer.
 * @throws AppError `auth.too_many_attempts`
 */
export async function sendEmailLink(deps: LetterDeps, tx: Db, account: AccountDetails, email: string) {
  const { clock, mailer } = deps
  await requireFewLetters(tx, deps, account.id, 'email')
  // For a taken address too: links are counted, and the count must not tell the two apart.
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
